"""A small agent that plays a persona's turns over HTTP: `agent.py [OPERATOR_URL [TURNS]]`. Put your model into `decide`."""
import re, sys
import requests

def decide(turn, results):
    """What to do next: calls as a list of (tool, arguments), or the words for the user, which end the turn."""
    if results:
        return f"This is what I found: {results[-1].text[:200]}"
    words = lambda text: set(re.findall(r"[a-z]{4,}", text.lower()))
    wanted = words(turn["message"])
    best = max((tool["function"] for tool in turn["tools"]), key=lambda tool: len(wanted & words(tool["description"])))
    schema = best["parameters"]
    guess = lambda name: schema["properties"][name].get("examples", ["?"])[0]
    return [(best["name"], {name: guess(name) for name in schema.get("required", [])})]

def play(http, session):
    host = session["url"].removesuffix(session["path"])
    while (turn := http.get(session["url"] + "/turn").json())["status"] == "playing":
        results = []
        while isinstance(step := decide(turn, results), list):
            results += [http.post(host + turn["urls"][tool], json=arguments) for tool, arguments in step]
        print(f"{turn['now'][:16]}  {turn['message'][:60]}…  {[result.status_code for result in results]}")
        # A user who was asked something answers, and the same turn goes on; else the next one comes.
        http.post(session["url"] + "/reply", json={"text": step}).raise_for_status()

def main(operator="http://127.0.0.1:8081", turns=5):
    http = requests.Session()
    persona = http.get(operator + "/personas").json()[0]["persona"]
    opened = http.post(operator + "/sessions", json={"persona": persona, "turns": int(turns), "agent": "keywords"})
    opened.raise_for_status()
    play(http, opened.json())
    verdicts = http.get(f"{operator}/sessions/{opened.json()['id']}/verdicts").json()
    for verdict in verdicts:
        exact = verdict["exact"]
        why = "right" if exact["pass"] else exact.get("decisive", {}).get("kind", verdict["status"])
        print(verdict["turn"], why)
    print(f"{sum(verdict['exact']['pass'] for verdict in verdicts)} of {len(verdicts)} turns right")

if __name__ == "__main__":
    main(*sys.argv[1:])
