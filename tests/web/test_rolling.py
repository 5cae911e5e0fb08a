"""A rolling restart behind a proxy while somebody plays: every server is replaced, and the game goes on."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack
from random import Random

from tests.server.balancer import Balancer
from tests.server.conftest import cluster, postgres  # noqa: F401 (fixtures)
from tests.server.processes import Serving, serving
from tests.web.conftest import PATIENCE, Chromium
from tests.web.play import act, open_table, ready

SAID = """() => {
  window.said = [];
  for (const id of ["lost", "toast"]) {
    const note = document.getElementById(id), text = () => note.textContent.trim();
    const hear = () => text() && said.push(text());
    new MutationObserver(hear).observe(note, { childList: true, characterData: true, subtree: true });
  }
}"""


def test_all_servers_are_replaced_and_the_page_says_at_most_one_moment(
    chromium: Chromium,
    postgres: str,  # noqa: F811
) -> None:
    more = {"PFALZ_BOT_PAUSE": "0", "PFALZ_RATE_SCALE": "0"}
    with ExitStack() as stack, Balancer() as proxy:

        def start() -> Serving:
            found = stack.enter_context(serving(postgres, **more))
            proxy.backends = [*proxy.backends, int(found.url.rpartition(":")[2])]
            return found

        old = [start(), start()]

        def replace() -> None:
            """The one thing a host does: a new one comes, an old one goes."""
            for server in old:
                start()
                proxy.backends = proxy.backends[1:]
                server.process.terminate()
                server.process.wait(60)

        context = chromium.browser.new_context(
            viewport={"width": 1440, "height": 900},
            base_url=f"http://127.0.0.1:{proxy.port}",
            locale="en-US",
            reduced_motion="reduce",
        )
        stack.callback(chromium.close, context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        open_table(page, "staufer")
        ready(page)
        page.evaluate(SAID)
        before = int(page.locator("#table").get_attribute("data-position") or 0)
        replacing = threading.Thread(target=replace)
        replacing.start()
        rng, after = Random(4), 0
        while after < 4 and ready(page):
            act(page, rng, "mouse")
            page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
            after += not replacing.is_alive()
        replacing.join()
        assert set(page.evaluate("said")) <= {"One moment …"}
        assert errors == []
        assert int(page.locator("#table").get_attribute("data-position") or 0) > before
        assert all(server.process.returncode in (0, -signal.SIGTERM) for server in old)
        assert set(proxy.passed) & set(proxy.backends), "it goes on at those that have come"
