/** What the control library does while it loads, in the way that this page allows. Must be imported before it. */
const html = 'http://www.w3.org/1999/xhtml';

/**
 * It tests `:focus-visible` on an empty `<style>` element, which the view's content security policy blocks (and
 * reports). It gets a constructed style sheet to test on instead, once.
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
 * It takes the colours of the theme when the page has loaded. Here it has, and the library would stay dark: it is told
 * at once, as soon as it has defined its colours.
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
