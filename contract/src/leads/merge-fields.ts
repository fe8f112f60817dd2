/** What a letter can say of its recipient, the property, the sender and the day. `example` is of a made-up lead. */
export const mergeFields = [
  { name: 'owner.greeting', group: 'Owner', label: 'Greeting', example: 'Dear Jordan and Alex' },
  { name: 'owner.firstName', group: 'Owner', label: 'First name', example: 'Jordan' },
  { name: 'owner.lastName', group: 'Owner', label: 'Last name', example: 'Sampleton' },
  { name: 'owner.name', group: 'Owner', label: 'Full name', example: 'Jordan Sampleton and Alex Sampleton' },
  { name: 'owner.company', group: 'Owner', label: 'Company or trust', example: '' },
  { name: 'property.street', group: 'Property', label: 'Street', example: '1208 Example Orchard Ln' },
  { name: 'property.city', group: 'Property', label: 'City', example: 'Nashville' },
  { name: 'property.state', group: 'Property', label: 'State', example: 'TN' },
  { name: 'property.zip', group: 'Property', label: 'ZIP', example: '37209' },
  { name: 'property.county', group: 'Property', label: 'County', example: 'Davidson County' },
  { name: 'property.type', group: 'Property', label: 'Type', example: 'Single family' },
  { name: 'property.yearBuilt', group: 'Property', label: 'Year built', example: '1964' },
  { name: 'property.saleYear', group: 'Property', label: 'Year of the last sale', example: '2008' },
  { name: 'sender.name', group: 'You', label: 'Your name', example: 'Casey Example' },
  { name: 'sender.company', group: 'You', label: 'Your company', example: 'Example Home Buyers' },
  { name: 'sender.phone', group: 'You', label: 'Your phone', example: '(615) 555-0142' },
  { name: 'date', group: 'You', label: 'Today’s date', example: 'November 30, 2026' },
] as const
export type MergeField = (typeof mergeFields)[number]['name']
export type MergeValues = Readonly<Record<MergeField, string>>

/** A company has no first name: what stands for an unknown value where a text names nothing else. */
const defaults: Partial<MergeValues> = { 'owner.firstName': 'Property Owner', 'owner.lastName': 'Property Owner' }

export type MergeProblem = { line: number; column: number; message: string }

const fieldNames: ReadonlySet<string> = new Set(mergeFields.map(({ name }) => name))
/** A field in braces with what stands for an unknown value, or braces that are left alone. */
const fieldPattern = /( ?)\{\{([^{}\n]*)\}\}|\{\{|\}\}/g

const parseField = (inside: string) => {
  const [name = '', ...fallback] = inside.split('|')
  return { name: name.trim(), fallback: fallback.length > 0 ? fallback.join('|').trim() : undefined }
}

const isMergeField = (name: string): name is MergeField => fieldNames.has(name)

/** The fields of a text that do not exist, and braces without a partner, with their places from 1. */
export function findMergeProblems(text: string): MergeProblem[] {
  return [...text.matchAll(fieldPattern)].flatMap(({ 0: whole, 1: space = '', 2: inside, index }) => {
    const before = text.slice(0, index + space.length)
    const place = { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
    const says = (problem: string) => [
      { ...place, message: `Line ${place.line}, character ${place.column}: ${problem}` },
    ]
    if (inside === undefined) return says(`“${whole}” has no partner on its line`)
    const { name } = parseField(inside)
    return isMergeField(name) ? [] : says(`there is no field “${name}”`)
  })
}

/** Fills in the fields; an unknown value becomes the text behind `|`, or vanishes with the blank before it. */
export const fillMergeFields = (text: string, values: MergeValues): string =>
  text.replace(fieldPattern, (whole: string, space: string | undefined, inside: string | undefined) => {
    if (inside === undefined) return whole
    const { name, fallback } = parseField(inside)
    if (!isMergeField(name)) return whole
    const value = values[name] || (fallback ?? defaults[name] ?? '')
    return value === '' ? '' : `${space ?? ''}${value}`
  })

/** The fields of a text that print nothing where their value is unknown. */
export const listFieldsWithoutFallback = (text: string): MergeField[] =>
  [...text.matchAll(fieldPattern)].flatMap(({ 2: inside = '' }) => {
    const { name, fallback } = parseField(inside)
    return isMergeField(name) && (fallback ?? defaults[name] ?? '') === '' ? [name] : []
  })

/** The text of a field as it stands in a template. */
export const formatMergeField = (name: MergeField): string => `{{${name}}}`
