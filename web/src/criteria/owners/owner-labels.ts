import { toReadableCase } from '../../lib/format/format.ts'

/** `S••••• J•••••` → `S. J.`: the initials that a masked name shows, as a screen reader can say them. */
export const formatInitials = (masked: string) => masked.replace(/•+/g, '.').replace(/^\.$/, '')

/** `Owner hidden until purchased, initials S. J.`: what a screen reader says for a masked text. */
export const formatHidden = (what: string, masked: string) => {
  const initials = formatInitials(masked)
  return `${what} hidden until purchased${initials && `, initials ${initials}`}`
}

/** A name for people: masked ones are not in capitals by choice, so they stay as they are. */
export const formatOwner = (name: string | null, isMasked: boolean) =>
  isMasked && name !== null ? name : toReadableCase(name)
