import { type PersonName, parseOwnerPeople, type SelectedLead, toTitleCase } from '../../properties/index.ts'

export type OwnerTexts = {
  ownerName: string | null
  people: readonly PersonName[]
  company: string | null
  salutation: string
  addressee: string
}

export const currentResident = 'Current Resident'

/** The owners of a lead as a letter needs them. */
export function formatOwners(
  { ownerNames }: Pick<SelectedLead, 'ownerNames'>,
  nameCase: 'TITLE' | 'COUNTY',
): OwnerTexts {
  const { people: parsed, company: found } = parseOwnerPeople(ownerNames)
  const isTitle = nameCase === 'TITLE'
  const people = isTitle ? parsed.map(toTitlePerson) : parsed
  const company = found && isTitle ? toTitleCase(found, { isCompany: true }) : found
  const names = isTitle ? ownerNames.map(toTitleOwner) : ownerNames
  return { ownerName: names.join(' & ') || null, people, company, ...address(people, company) }
}

const toTitleOwner = (name: string) => toTitleCase(name, { isCompany: parseOwnerPeople([name]).company !== null })

const toTitlePerson = ({ first, middle, last, suffix }: PersonName): PersonName => ({
  first: toTitleCase(first),
  middle: toTitleCase(middle),
  last: toTitleCase(last),
  suffix: toTitleCase(suffix),
})

/** A letter names two people at most, and a company only where there is no person. */
function address(people: readonly PersonName[], company: string | null) {
  const named = people.filter(({ first }) => first !== '').slice(0, 2)
  if (named.length === 0) return { salutation: 'Dear Property Owner', addressee: company ?? currentResident }
  return {
    salutation: `Dear ${named.map(formatGreeting).join(' and ')}`,
    addressee: named.map(formatFullName).join(' and '),
  }
}

/** An initial alone greets nobody. */
const formatGreeting = ({ first, last }: PersonName) => (first.replace('.', '').length > 1 ? first : `${first} ${last}`)

const formatFullName = ({ first, middle, last, suffix }: PersonName) =>
  [first, middle, last, suffix].filter((word) => word !== '').join(' ')
