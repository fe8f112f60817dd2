import { z } from 'zod'

// Text that users type, without invisible characters: a name with hidden letters can pass for another one, and one
// with bidirectional controls makes a screen show something else. Removes `Default_Ignorable_Code_Point` (UAX #44),
// which includes zero-width characters, tags, fillers and every `Bidi_Control` (UAX #9). Like UTS #39, keeps joiners
// and variation selectors where they change what is displayed.

const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Ignorable characters other than joiners and variation selectors, interlinear annotation marks, and blank braille. */
const invisibleCharacters =
  /(?!\u200c|\u200d|[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{DI}|[\u2800\ufff9-\ufffb]/gu
/** Variation selectors without effect: not after a base character. */
const orphanedSelectors = /(?<![\p{L}\p{N}\p{P}\p{S}])[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
/** Joiners without effect: after no letter, mark or picture, or in a script whose letters are never joined. */
const orphanedJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200c\u200d]/gu

const stripInvisible = (text: string) =>
  text.replace(invisibleCharacters, '').replace(orphanedSelectors, '').replace(orphanedJoiners, '').trim()

/** Later checks, like `min(1)`, apply to the text without invisible characters. */
export const textLine = (message?: string) =>
  z.string(message).overwrite((text) => stripInvisible(text.replace(controlCharacters, ' ')))

/** A token or an encoded address: printable ASCII, refused rather than cleaned, because its every character counts. */
export const machineText = (message: string, maxLength: number) =>
  z
    .string(message)
    .max(maxLength, message)
    .regex(/^[!-~]+$/, message)

/** Text of several lines, each cleaned like `textLine`; every line end becomes LF. */
export const textLines = (message?: string) =>
  z.string(message).overwrite((text) =>
    text
      .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
      .map((one) => stripInvisible(one.replace(controlCharacters, ' ')))
      .join('\n')
      .trim(),
  )

export const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
