/**
 * While the control library loads it tests `:focus-visible` on an empty `<style>` element, which the
 * view's content security policy blocks (and reports). It gets a constructed style sheet to
 * test on instead, once. Must be imported before the library.
 */
const html = 'http://www.w3.org/1999/xhtml';

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
