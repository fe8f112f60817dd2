import { z } from 'zod'

/** Line ends and other control characters. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** What takes no room or turns the text around. The two joiners stay: words of some languages need them. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line of text as a person typed it, without what nobody sees in it. */
export const line = (message: string) =>
  z.string(message).overwrite((text) => text.replace(controls, ' ').replace(invisible, '').trim())
