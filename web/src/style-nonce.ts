/**
 * The nonce with which the page's content security policy allows style elements. Scripts can read it, CSS selectors
 * cannot.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// The scroll lock behind dialogs adds a style element too, and reads the nonce under webpack's global name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
