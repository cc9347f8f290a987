"""One tool as most would write it with FastAPI: a model of the arguments, one of the answer, an answer from a dict."""

from datetime import date

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field

app = FastAPI()

RATES = {("USD", "EUR"): 0.877853, ("EUR", "USD"): 1.139143}


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    amount: float = Field(ge=0, le=1_000_000_000_000)
    fromCurrency: str = Field(min_length=1, max_length=60)
    toCurrency: str = Field(min_length=1, max_length=60)


class Converted(BaseModel):
    amount: float
    fromCurrency: str
    toCurrency: str
    rate: float
    convertedAmount: float
    date: date


@app.post("/currency-exchange/convertCurrency")
async def convert(arguments: Arguments) -> Converted:
    rate = RATES[arguments.fromCurrency, arguments.toCurrency]
    converted = round(arguments.amount * rate, 2)
    return Converted(**arguments.model_dump(), rate=rate, convertedAmount=converted, date=date(2026, 3, 2))
