type Strength = { level: 0 | 1 | 2 | 3; words: string }

/** How far the length of a password goes: length is what makes guessing long, and four plain words make a good one. */
export function strengthOf(length: number): Strength {
  if (length < 8) return { level: 0, words: 'At least 8 characters' }
  if (length < 12) return { level: 1, words: 'Short: a few words are harder to guess' }
  if (length < 16) return { level: 2, words: 'Good length' }
  return { level: 3, words: 'Strong length' }
}
