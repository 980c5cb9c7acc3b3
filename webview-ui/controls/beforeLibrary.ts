/** Adapts what the control library does while it loads to this page. Must be imported before the library. */
const html = 'http://www.w3.org/1999/xhtml';

/**
 * The library tests `:focus-visible` with an empty `<style>` element, which the view's content security
 * policy blocks and reports. Once, it gets a constructed style sheet instead.
 */
Object.defineProperty(document, 'createElement', {
  configurable: true,
  value: (name: string, options?: ElementCreationOptions) => {
    if (name !== 'style') return document.createElementNS(html, name.toLowerCase(), options);
    Reflect.deleteProperty(document, 'createElement');
    return Object.assign(document.createElementNS(html, 'template'), {
      sheet: new CSSStyleSheet(),
    });
  },
});

/**
 * The library reads the theme's colours when the page has loaded. Here, the page has already loaded, so the
 * library would stay dark; its listener is called as soon as it has defined its colours.
 */
Object.defineProperty(window, 'addEventListener', {
  configurable: true,
  value: (...[type, listener, options]: Parameters<Window['addEventListener']>) => {
    Reflect.deleteProperty(window, 'addEventListener');
    if (type === 'load' && document.readyState === 'complete' && typeof listener === 'function') {
      queueMicrotask(() => listener.call(window, new Event(type)));
    } else window.addEventListener(type, listener, options);
  },
});
