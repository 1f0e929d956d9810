// Runs before simcord's page: remembers who this tab plays as, leads to the other rooms, and notices the end.
(() => {
  const address = new URLSearchParams(location.search);
  let player = address.get("as") ?? "";
  const load = window.fetch.bind(window);

  // A single request may fail by itself, as when the computer changes its network.
  const isServed = () => load("/rooms.json", { cache: "no-store" }).then(() => true, () => false);
  const showTheEnd = () => {
    document.querySelector("#preview-shell").inert = true;
    const text = "The demo has ended. Start it again with: make demo";
    document.body.append(Object.assign(document.createElement("p"), { id: "end", role: "alert", textContent: text }));
  };
  // simcord's page would try for ever to reach a demo that has ended, and say so. It gets no answer any more.
  let hasEnded = false;
  const request = async (resource, options) => {
    try {
      return await load(resource, options);
    } catch (error) {
      if (options.signal?.aborted || await isServed()) throw error;
      if (!hasEnded) showTheEnd();
      hasEnded = true;
      return new Promise(() => {});
    }
  };

  window.fetch = async (resource, options = {}) => {
    if (resource !== "/api/pages" || options.method !== "POST") return request(resource, options);
    const opened = await request(resource, {
      ...options,
      body: JSON.stringify({ ...JSON.parse(options.body), ...(player && { viewer_id: player }) }),
      headers: { ...options.headers, "X-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
    if (opened.ok) localStorage.setItem("secret", location.hash);
    return opened;
  };
  // A demo started anew at this address has another secret. The first tab that it opens tells it to the others.
  addEventListener("storage", ({ key, newValue }) => { if (key === "secret") location.hash = newValue; });

  const link = (name, href, { current = false, unread = false, tab = "" } = {}) => {
    const element = document.createElement("a");
    element.textContent = name;
    element.href = href;
    element.target = tab;
    element.classList.toggle("unread", unread);
    if (current) element.setAttribute("aria-current", "page");
    return element;
  };
  const heading = (text) => Object.assign(document.createElement("h2"), { textContent: text });
  const capitalized = (name) => name.charAt(0).toUpperCase() + name.slice(1);

  let shown = "";
  let rooms = [];
  const showRooms = async (list) => {
    const answer = await (await request("/rooms.json", { cache: "no-store" })).text();
    if (shown === player + answer) return;
    rooms = JSON.parse(answer);
    const here = rooms.find((room) => room.url === `${location.origin}/`);
    player = here.viewers.includes(player) ? player : here.viewers[0];
    shown = player + answer;
    document.title = `${here.name} · ${capitalized(player)} · Catena Club`;
    const others = rooms[0].viewers.filter((name) => name !== player);
    list.replaceChildren(
      ...rooms.filter((room) => room.viewers.includes(player)).map((room) =>
        link(room.name, `${room.url}?as=${player}${location.hash}`,
          { current: room === here, unread: room !== here && room.unread.includes(player) })),
      heading("In another tab"),
      ...others.map((name) => link(`Play as ${capitalized(name)}`, `${rooms[0].url}?as=${name}${location.hash}`,
        { tab: "_blank", unread: rooms.some((room) => room.viewers.includes(name) && room.unread.includes(name)) })),
    );
  };

  // Whether the newest message stays in sight. Only the reader ends that, by scrolling or jumping away.
  let follows = true;

  // The bot's links to messages lead to Discord itself; here they lead to the room, and to the message in it.
  const jumpOf = (element) => {
    const jump = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?/.exec(element?.href ?? "");
    return jump && { room: rooms.find((one) => one.channel === jump[1]), message: jump[2] };
  };
  const nameJumps = (messages) => {
    for (const element of messages.querySelectorAll('a[href^="https://discord.com/channels/"]')) {
      const name = `${jumpOf(element)?.room?.name ?? "Another channel"} › message`;
      if (element.textContent === element.href) element.textContent = name;
    }
  };
  const followJump = (event) => {
    const jump = jumpOf(event.target.closest?.("a"));
    if (!jump) return;
    event.preventDefault();
    event.stopPropagation();
    const { room } = jump;
    if (room?.viewers.includes(player) && room.url !== `${location.origin}/`) {
      location.assign(`${room.url}?as=${player}${location.hash}`);
      return;
    }
    const message = document.querySelector(`.channel-message[data-message-id="${jump.message}"]`);
    if (!message) {
      document.querySelector("#action-status").textContent = "That message is not here any more: /board shows its match.";
      return;
    }
    follows = false;
    message.scrollIntoView({ behavior: "smooth" });
  };

  // simcord's page loses the end of the channel when a picture arrives late.
  const followTheEnd = (timeline, messages) => {
    let lastTouch = -Infinity;
    // The page corrects its position in the next frame; ours comes after it.
    const toTheEnd = () => requestAnimationFrame(() => requestAnimationFrame(() => {
      if (follows) timeline.scrollTop = timeline.scrollHeight;
    }));
    const touched = () => { lastTouch = performance.now(); };
    timeline.addEventListener("wheel", touched, { passive: true });
    timeline.addEventListener("touchmove", touched, { passive: true });
    for (const kind of ["keydown", "pointerdown"]) {
      // A press on a button in the channel scrolls nothing; one on the scroll bar does.
      timeline.addEventListener(kind, (event) => { if (event.target === timeline) touched(); }, { passive: true });
    }
    timeline.addEventListener("scroll", () => {
      const fromTheEnd = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
      if (performance.now() - lastTouch < 1000) follows = fromTheEnd < 60;
      else if (fromTheEnd > 1) toTheEnd();
    }, { passive: true });
    document.querySelector("#new-messages").addEventListener("click", () => { follows = true; });
    const observer = new ResizeObserver(toTheEnd);
    observer.observe(messages);
    observer.observe(timeline);
  };

  // simcord's page asks for suggestions once something is typed; Discord asks at once.
  const suggestAtOnce = ({ target }) => {
    if (target.matches(".command-option-input") && !target.value) target.dispatchEvent(new Event("input"));
  };

  // "Viewport updated" is no news to a player; a failure is.
  const showOnlyTrouble = (status) => {
    const trouble = /\bnot\b|uncertain|interrupted|ended|unavailable/i;
    const judge = () => status.classList.toggle("trouble", trouble.test(status.textContent));
    new MutationObserver(judge).observe(status, { childList: true, characterData: true, subtree: true });
    judge();
  };

  addEventListener("DOMContentLoaded", () => {
    const messages = document.querySelector("#channel-message-list");
    followTheEnd(document.querySelector("#channel-timeline"), messages);
    new MutationObserver(() => nameJumps(messages)).observe(messages, { childList: true, subtree: true });
    addEventListener("click", followJump, { capture: true });
    addEventListener("focusin", suggestAtOnce);
    showOnlyTrouble(document.querySelector("#action-status"));
    document.querySelector(".preview-brand strong").textContent = "Catena Club";
    document.querySelector(".preview-brand small").textContent = "Discord without an account";
    document.querySelector("#messages-sidebar h1").textContent = "Channels";
    document.querySelector("#messages-toggle").lastChild.textContent = "Channels";
    document.querySelector(".viewer-control").firstChild.textContent = "You are ";

    const picker = document.querySelector("#viewer-picker");
    // Captured on its way down, because the page empties the picker when the event arrives.
    picker.parentElement.addEventListener("change", () => {
      player = picker.selectedOptions[0].textContent.toLowerCase();
      history.replaceState(null, "", `?as=${player}${location.hash}`);
    }, { capture: true });

    const list = Object.assign(document.createElement("nav"), { className: "rooms" });
    list.setAttribute("aria-label", "Channels");
    document.querySelector(".sidebar-heading").after(list);
    // A list that can't be had is one that comes later.
    const refresh = () => showRooms(list).catch(() => {}).finally(() => setTimeout(refresh, 1500));
    refresh();
  });
})();
