// The search runs in a worker, and browsers start none for a page that was opened from a folder: a frame stands in.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
      document.body.append(frame);
      this.ready = loaded.then(() => this.start(frame.contentWindow, address));
    }

    // The script posts to the page, as a worker does, and not to the window that it is in.
    start(inside, address) {
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const element = inside.document.createElement("script");
      element.src = address;
      const loaded = new Promise((done) => element.addEventListener("load", () => done(inside)));
      inside.document.body.append(element);
      return loaded;
    }

    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
