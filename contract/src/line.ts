import { z } from 'zod'

// What people type, without what nobody sees in it: a name that hides letters passes for another one, and one that
// turns the text around makes a screen say what is not there. Which characters: `Default_Ignorable_Code_Point`
// (UAX #44), which has zero-width characters, tags, fillers and every `Bidi_Control` (UAX #9). UTS #39 keeps
// joiners and variation selectors for where they change what is seen, and so do these.

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** The ignorable ones but for joiners and variation selectors, the marks of interlinear annotations, and blank braille. */
const invisible =
  /(?!\u200c|\u200d|[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{DI}|[\u2800\ufff9-\ufffb]/gu
/** Variation selectors that vary nothing: not behind a character of their own. */
const straySelectors = /(?<![\p{L}\p{N}\p{P}\p{S}])[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
/** Joiners that join nothing: behind no letter, mark or picture, or in a script whose letters are never joined. */
const strayJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200c\u200d]/gu

const visible = (text: string) =>
  text.replace(invisible, '').replace(straySelectors, '').replace(strayJoiners, '').trim()

/** What follows it, like `min(1)`, is asked of what is left once what nobody sees is gone. */
export const line = (message?: string) => z.string(message).overwrite((text) => visible(text.replace(controls, ' ')))

/** Text of several lines, each as `line` has it; every line end becomes LF. */
export const lines = (message?: string) =>
  z.string(message).overwrite((text) =>
    text
      .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
      .map((one) => visible(one.replace(controls, ' ')))
      .join('\n')
      .trim(),
  )
