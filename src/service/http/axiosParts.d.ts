declare module 'axios/unsafe/helpers/shouldBypassProxy.js' {
  /** Whether `NO_PROXY` has the host of a URL. */
  export default function shouldBypassProxy(url: string): boolean;
}
