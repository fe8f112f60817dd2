/** What a search of the palette compares: the label, and further names of the same thing. */
export type Rankable = { label: string; keywords?: string | undefined }

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const startsWord = (words: string[]) => (typed: string) => words.some((word) => word.startsWith(typed))

/**
 * How well an item matches what was typed, 0 being best: the label begins with it; every typed word begins a word of
 * the label; of the label or keywords; or occurs somewhere in them. Undefined if it does not match.
 */
function getRank({ label, keywords = '' }: Rankable, typed: string): number | undefined {
  const query = typed.trim().toLowerCase()
  const name = label.toLowerCase()
  if (name.startsWith(query)) return 0
  const typedWords = splitWords(query)
  const labelWords = splitWords(label)
  if (typedWords.length > 0 && typedWords.every(startsWord(labelWords))) return 1
  if (typedWords.length > 0 && typedWords.every(startsWord([...labelWords, ...splitWords(keywords)]))) return 2
  const text = `${name} ${keywords.toLowerCase()}`
  return query.split(/\s+/).every((word) => text.includes(word)) ? 3 : undefined
}

/** The matching items, best first; items of the same rank keep their order. */
export const rankItems = <Item extends Rankable>(items: readonly Item[], typed: string): Item[] =>
  items
    .flatMap((item) => {
      const rank = getRank(item, typed)
      return rank === undefined ? [] : [{ item, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
