import { parseDevice } from '../format/device.ts'

/** Those that most people use, from github.com/passkeydeveloper/passkey-authenticator-aaguids. */
const keeperByAaguid: Readonly<Record<string, string>> = {
  fbfc3007154e4ecc8c0b6e020557d7bd: 'iCloud Keychain',
  dd4ec289e01d41c9bb8970fa845d4bf2: 'iCloud Keychain',
  ea9b8d664d011d213ce4b6b48cb575d4: 'Google Password Manager',
  '08987058cadc4b81b6e130de50dcbe96': 'Windows Hello',
  '9ddd1817af5a4672a2b93e3dd95000a9': 'Windows Hello',
  '6028b017b1d44c02b4b3afcdafc96bb2': 'Windows Hello',
  d345266801fd4c12926c83a4204853aa: 'Microsoft Password Manager',
  '53414d53554e47000000000000000000': 'Samsung Pass',
  bada5566a7aa401fbd9645619a55120d: '1Password',
  d548826e79b4db40a3d811116f7e8349: 'Bitwarden',
  '531126d6e717415c93203d9aa6981239': 'Dashlane',
  '50726f746f6e5061737350726f746f6e': 'Proton Pass',
  fdb141b25d84443e8a354698c205a502: 'KeePassXC',
}

/** Names a new passkey by the password manager that keeps it, or else by the browser that created it. */
export const suggestPasskeyName = (aaguid: string | undefined, userAgent: string): string =>
  (aaguid && keeperByAaguid[aaguid]) || parseDevice(userAgent).name
