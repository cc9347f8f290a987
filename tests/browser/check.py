"""Opens the report as a person does: `check.py REPORT BROWSER [PICTURES]`. Ends with an error where something is wrong."""
import re, shutil, sys, time
from pathlib import Path
from playwright.sync_api import expect as eventually, sync_playwright

TURNS = 1065

def expect(found, wanted, what):
    if found != wanted:
        raise SystemExit(f"{what}: found {found!r}, expected {wanted!r}")

def check(page, name, pictures):
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    began = time.monotonic()
    page.goto(REPORT.as_uri())
    page.wait_for_selector("main:not([hidden])")
    shown = time.monotonic() - began
    count = lambda: page.locator("#count").inner_text()
    picture = lambda part: pictures and page.screenshot(path=f"{pictures}/{name}-{part}.png")
    expect(count(), f"{TURNS} of {TURNS} turns", "turns at first")
    picture("top")
    expect(page.locator(".turn").count(), 200, "lines at first")
    page.click("#more")
    expect(page.locator(".turn").count(), 400, "lines after 'Show more'")

    page.select_option("#outcome", "pass")
    expect(count(), f"{TURNS // 3} of {TURNS} turns", "turns that passed")
    page.select_option("#outcome", "could not tell")
    expect(count(), f"1 of {TURNS} turns", "turns that could not be judged")
    page.select_option("#outcome", "not run")
    expect(count(), f"1 of {TURNS} turns", "turns that were not run")
    page.click("#filters button")
    eventually(page.locator("#count")).to_have_text(re.compile(r"^1065 of "))
    page.locator(".finding").first.click()
    expect(page.input_value("#finding") != "", True, "a kind of finding is chosen by its bar")
    page.click("#filters button")
    eventually(page.locator("#count")).to_have_text(re.compile(r"^1065 of "))

    began = time.monotonic()
    page.fill("#search", "NEEDLE-1000")
    eventually(page.locator("#count")).to_have_text(re.compile(r"^1 of "))
    found = time.monotonic() - began

    # By keyboard: the line of the turn is reached and opened without a mouse.
    page.locator(".turn > summary").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn[open] .sides")
    expect(page.locator(".turn[open] [data-side=run]").count(), 48, "steps of the turn")
    expect(page.locator(".turn[open] dd.decisive").count(), 1, "arguments that are marked as decisive")
    expect("needle-1000" in page.locator(".turn[open] blockquote").inner_text(), True, "the user's words")
    picture("turn")
    expect(page.evaluate("document.querySelectorAll('script').length"), 2, "scripts; an agent's words made one")
    expect(page.evaluate("document.querySelectorAll('img').length"), 0, "pictures; an agent's words made one")
    expect(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), True, f"the page fits {name}")
    page.locator("#conduct > summary").click()
    expect(page.locator("#conduct tbody tr").count() > 20, True, "rows of conduct")
    expect(said, [], "what the console said")
    expect(asked, [REPORT.as_uri()], "what was asked of the network")
    print(f"{name}: shown after {shown:.2f} s, found after {found:.2f} s")

REPORT = Path(sys.argv[1]).resolve()
with sync_playwright() as play:
    # Without a sandbox it starts as root and in containers too; the page is our own.
    browser = play.chromium.launch(executable_path=shutil.which(sys.argv[2]), args=["--no-sandbox"])
    for name, width, height, scheme in [("a desktop", 1280, 900, "light"), ("a phone", 390, 844, "dark")]:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        check(page, name, sys.argv[3] if len(sys.argv) > 3 else None)
        page.close()
    browser.close()
