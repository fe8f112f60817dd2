import { randomBytes } from 'node:crypto'

const folder = 'pictures/'

/** Where a new picture is kept, under a name that nobody guesses. */
export const newPictureKey = () => `${folder}${randomBytes(16).toString('hex')}.webp`

/** Where the picture of an address is kept. */
export const pictureKey = (name: string) => `${folder}${name}`

/** The address of a picture that is kept. */
export const pictureUrl = (key: string) => `/v1/${key}`
