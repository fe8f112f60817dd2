/** Whether this browser knows passkeys; it may have none yet. */
export const hasPasskeySupport = () => typeof PublicKeyCredential === 'function'
