/** By what the policy of this page allows its style elements. Scripts can read it here, and selectors of styles nowhere. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// What locks the scrolling behind a dialog adds a style element too, and knows the nonce by the name webpack gave it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
