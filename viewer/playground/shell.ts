// The page around the viewer: what is open, what was changed, and what the buttons do.
import { download, h } from "../src/ui/dom";
import type { Completion, Problem, Problems } from "../../apps/skidpad-page/simulator.mjs";
import { Editor } from "./editor";
import type { Engine } from "./engine";
import { chosen, dropped, isWorld, readFiles, type GivenFile } from "./files";
import { Gallery } from "./gallery";
import { makeViewer } from "./parts";
import { ProblemList } from "./problem_list";
import { LONG_LINK, pack, unpack } from "./share";

const FIRST = "worlds/warehouse.world.xml";
/** The text is checked when it has not changed for this long [ms]. */
const CHECK_MS = 250;
const HASH_MS = 500;

type Pane = "view" | "text";

export class Shell {
  /** Logical path of the world that is open. */
  file = "";
  private isShipped = true;
  private isChecking = false;
  private checkTimer = 0;
  private frame: HTMLIFrameElement | null = null;
  private readonly gallery = new Gallery((file) => void this.openShipped(file), (file) => void this.openGiven(file));
  readonly editor = new Editor(() => this.change(), () => void this.run(), (path) => this.complete(path));
  private readonly list = new ProblemList((problem) => this.goTo(problem), (line, word, by) => this.editor.replaceAt(line, word, by));
  private readonly title = h("button", { type: "button", class: "title", title: "Choose a world", onclick: () => this.gallery.toggle() });
  private readonly runButton = h("button", { type: "button", class: "run", title: "Run the text as it is now (Ctrl+Enter)", onclick: () => void this.run() }, "Run");
  private readonly hash = h("button", {
    type: "button", class: "hash", title: "Hash of the state after this step: the program gives the same. Click to copy.",
    onclick: () => void this.copyHash(),
  });
  private readonly verdict = h("output", { class: "verdict" });
  private readonly notice = h("output", { class: "notice", role: "status", hidden: true });
  private readonly stage = h("div", { class: "stage" });
  private readonly filesInput = h("input", { type: "file", multiple: true, hidden: true, "aria-label": "Files of a world" });
  private readonly folderInput = h("input", { type: "file", webkitdirectory: true, hidden: true, "aria-label": "Folder of a world" });

  constructor(private readonly root: HTMLElement, private readonly engine: Engine) {
    const button = (text: string, title: string, onclick: () => void): HTMLButtonElement => h("button", { type: "button", title, onclick }, text);
    const bar = h("header", { class: "bar" },
      h("a", { class: "brand", href: "#" }, "skidpad"), this.title,
      h("nav", { class: "panes", "aria-label": "Panes" },
        button("Text", "Show or hide the text of the world", () => this.show(this.root.dataset.pane === "text" ? "view" : "text"))),
      this.runButton,
      h("button", { type: "button", class: "whole", title: "Open this world in the whole playground", onclick: () => void this.openWhole() }, "Open"),
      h("div", { class: "more" },
        button("Open files", "Open a world file and what it needs", () => this.filesInput.click()),
        button("Open folder", "Open a folder with worlds", () => this.folderInput.click()),
        button("Share", "Copy a link that contains this world", () => void this.share()),
        button("Download", "Download the text of the world", () => this.save())),
      this.hash);
    const text = h("section", { class: "text", "aria-label": "Text" }, this.editor.root, this.verdict, this.list.root);
    root.append(bar, h("div", { class: "panes-body" }, text, this.stage), this.gallery.root, this.notice, this.filesInput, this.folderInput);
    this.wire();
  }

  /** Open the world of the address, or the first one. */
  async begin(fragment: string): Promise<void> {
    this.engine.onFailure = (reason) => this.say(`The simulator has stopped: ${reason}. Reload the page to go on.`, true);
    this.engine.onFile = (name, file, problem) => {
      download(name, file);
      this.say(problem ? `${name} is incomplete: ${problem}` : `Downloaded ${name}. skidpad view ${name} plays it.`, problem !== "");
    };
    const isEmbedded = new URLSearchParams(location.search).has("embed");
    this.root.toggleAttribute("data-embedded", isEmbedded);
    this.root.dataset.pane = !isEmbedded && matchMedia("(min-width: 900px)").matches ? "text" : "view";
    await this.showViewer();
    const shared = await unpack(fragment);
    if (shared) await this.openText(shared.file, shared.text);
    else {
      const named = `worlds/${decodeURIComponent(fragment.slice(1)).replace(/[^\w-]/g, "")}.world.xml`;
      const files = await this.engine.ask({ ask: "files" });
      await this.openShipped(files.answer === "files" && files.files.includes(named) ? named : FIRST);
    }
    void this.gallery.fill(this.engine);
    setInterval(() => void this.updateHash(), HASH_MS);
  }

  /** Run the world with this text, which others can read in the editor. */
  async openText(file: string, text: string): Promise<void> {
    const path = file.replaceAll("..", "").replace(/^\/+/, "") || "shared.world.xml";
    await this.engine.ask({ ask: "shipped" });
    await this.engine.give(path, new TextEncoder().encode(text));
    this.isShipped = true;
    await this.open(path);
  }

  async openShipped(file: string): Promise<void> {
    await this.engine.ask({ ask: "shipped" });
    this.isShipped = true;
    this.gallery.close();
    history.replaceState(null, "", `#${nameOf(file)}`);
    await this.open(file);
  }

  private async openGiven(file: string): Promise<void> {
    this.gallery.close();
    await this.open(file);
  }

  async openFiles(files: GivenFile[]): Promise<void> {
    const worlds = files.map((it) => it.path).filter(isWorld);
    const main = worlds[0] ?? files.find((it) => it.path.endsWith(".xml"))?.path;
    if (!main) {
      this.say("There is no world among these files: a world ends in .world.xml.", true);
      return;
    }
    await this.engine.ask({ ask: "forget" });
    for (const { path, bytes } of files) await this.engine.give(path, bytes);
    this.isShipped = false;
    history.replaceState(null, "", location.pathname + location.search);
    this.gallery.setGiven(worlds);
    await this.open(main);
    if (worlds.length > 1) this.gallery.toggle(true);
  }

  /** Show the text of a file and run it. */
  private async open(file: string): Promise<void> {
    const isOther = file !== this.file;
    this.file = file;
    this.title.textContent = nameOf(file);
    document.title = `${nameOf(file)} – skidpad playground`;
    const answer = await this.engine.ask({ ask: "text", file });
    this.editor.text = answer.answer === "text" ? answer.text : "";
    await this.run(isOther);
  }

  /** Run the text as it is now. Another world gets a new viewer, the same one keeps its camera. */
  async run(isOther = false): Promise<void> {
    clearTimeout(this.checkTimer);
    await this.engine.give(this.file, new TextEncoder().encode(this.editor.text));
    if (isOther && document.documentElement.dataset.opened) await this.showViewer();
    const answer = await this.engine.ask({ ask: "open", world: this.file });
    if (answer.answer === "opened" || answer.answer === "problems") this.showProblems(answer);
    if (answer.answer === "opened") {
      this.runButton.classList.remove("changed");
      document.documentElement.dataset.opened = this.file;
      await this.updateHash();
    } else if (answer.answer === "refused") this.say(answer.reason, true);
  }

  private async showViewer(): Promise<void> {
    const frame = await makeViewer();
    this.engine.forgetViewer();
    this.frame?.remove();
    this.frame = frame;
    this.stage.append(frame);
    // The viewer's switch between light and dark is for the whole page.
    frame.addEventListener("load", () => {
      const inside = frame.contentDocument?.documentElement;
      if (!inside) return;
      const follow = (): void => void (document.documentElement.dataset.theme = inside.dataset.theme ?? "auto");
      new MutationObserver(follow).observe(inside, { attributeFilter: ["data-theme"] });
      follow();
    });
  }

  private async complete(path: string[]): Promise<Completion[]> {
    const answer = await this.engine.ask({ ask: "complete", path });
    return answer.answer === "completions" ? answer.names : [];
  }

  private change(): void {
    this.runButton.classList.add("changed");
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => void this.check(), CHECK_MS);
  }

  private async check(): Promise<void> {
    if (this.isChecking) {
      this.change();
      return;
    }
    this.isChecking = true;
    const text = this.editor.text;
    await this.engine.give(this.file, new TextEncoder().encode(text));
    const answer = await this.engine.ask({ ask: "check", world: this.file });
    this.isChecking = false;
    if (answer.answer === "problems" && text === this.editor.text) this.showProblems(answer);
  }

  private showProblems({ problems, error_count, warning_count }: Problems): void {
    this.editor.mark(problems.filter((problem) => problem.file === this.file));
    this.list.show(problems, this.file);
    const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;
    this.verdict.textContent = error_count + warning_count === 0 ? "no problems" : `${count(error_count, "error")}, ${count(warning_count, "warning")}`;
    this.verdict.dataset.worst = error_count > 0 ? "error" : warning_count > 0 ? "warning" : "";
  }

  private goTo(problem: Problem): void {
    if (problem.line !== null) this.editor.goTo(problem.line, problem.column ?? 1);
  }

  private async updateHash(): Promise<void> {
    const answer = await this.engine.ask({ ask: "state" });
    if (answer.answer !== "state") return;
    this.hash.dataset.step = String(answer.step);
    this.hash.dataset.state = answer.state;
    this.hash.replaceChildren(h("span", { class: "step" }, `step ${answer.step}`), h("code", {}, answer.state));
  }

  private async copyHash(): Promise<void> {
    const { step, state } = this.hash.dataset;
    await this.copy(`${nameOf(this.file)} step ${step ?? ""} hash ${state ?? ""}`, "Copied the hash.");
  }

  private async share(): Promise<void> {
    const address = new URL(location.href);
    address.hash = await pack({ file: this.file, text: this.editor.text });
    history.replaceState(null, "", address.hash);
    const length = address.href.length > LONG_LINK ? ` It has ${Math.round(address.href.length / 1000)} kB, which some programs cut.` : "";
    const alone = this.isShipped ? "" : " Only the text of this world is in it, not the files beside it.";
    await this.copy(address.href, `Copied a link with this world.${length}${alone}`);
  }

  /** The same page, not embedded, with the text as it is now. */
  private async openWhole(): Promise<void> {
    const address = new URL(location.href);
    address.search = "";
    address.hash = await pack({ file: this.file, text: this.editor.text });
    window.open(address.href, "_blank", "noopener");
  }

  private async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(done);
    } catch {
      this.say(text);
    }
  }

  private save(): void {
    download(this.file.split("/").pop() ?? "world.xml", new Blob([this.editor.text], { type: "application/xml" }));
  }

  private show(pane: Pane): void {
    this.root.dataset.pane = pane;
  }

  private say(text: string, isBad = false): void {
    this.notice.textContent = text;
    this.notice.classList.toggle("bad", isBad);
    this.notice.hidden = false;
    if (!isBad) setTimeout(() => (this.notice.hidden = this.notice.textContent === text), 5000);
  }

  private wire(): void {
    for (const input of [this.filesInput, this.folderInput]) {
      input.addEventListener("change", () => {
        if (input.files?.length) this.take(Promise.resolve(chosen(input.files)));
        input.value = "";
      });
    }
    const page = document.documentElement;
    page.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.root.classList.add("dropping");
    });
    page.addEventListener("dragleave", () => this.root.classList.remove("dropping"));
    page.addEventListener("drop", (event) => {
      event.preventDefault();
      this.root.classList.remove("dropping");
      if (event.dataTransfer) this.take(dropped(event.dataTransfer));
    });
    window.addEventListener("hashchange", () => {
      void unpack(location.hash).then((shared) => shared && this.openText(shared.file, shared.text));
    });
  }

  private take(files: Promise<{ path: string; file: File }[]>): void {
    files.then(readFiles).then((given) => this.openFiles(given)).catch((problem: unknown) => this.say(String(problem), true));
  }
}

const nameOf = (file: string): string => (file.split("/").pop() ?? file).replace(/(\.world)?\.xml$/, "");
