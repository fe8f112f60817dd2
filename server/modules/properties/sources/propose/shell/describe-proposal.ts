import { listKeyColumns } from '@dooryard/contract/data/sources/source-document'
import type { SourceProposal } from '../proposal.ts'

const maxListed = 40

/** What a person should look at in a proposal, in lines: what is unsure, not placed, and which uses have no type. */
export function describeProposal(proposal: SourceProposal): string {
  const { fields, schema, joins, unjoined, uses, unplaced } = proposal
  const unmapped = uses?.list === null ? uses.codes.filter(({ use }) => use === null) : []
  const doubted = [
    ...fields.flatMap(({ field, doubt }) => (doubt === null ? [] : [`${field}: ${doubt}`])),
    ...joins.flatMap(({ join, doubt }) => (doubt === null ? [] : [`${join.file}: ${doubt}`])),
  ]
  return [
    `${fields.length} fields are placed${schema ? `; the schema is ${schema.name}` : ''}.`,
    ...formatSection(
      'Joined files',
      joins.map(({ join, matched }) => {
        const on = join.on.map(
          ({ column, equals }) =>
            `${listKeyColumns(column).join(' + ')} = ${listKeyColumns(equals)
              .map((one) => `${join.file}.${one}`)
              .join(' + ')}`,
        )
        return `${join.file}: ${on.join(' and ')}, found for ${Math.round(matched * 100)} of 100 rows`
      }),
    ),
    ...formatSection(
      'Files that are not joined',
      unjoined.map(({ fileId, doubt }) => `${fileId}: ${doubt}`),
    ),
    ...formatSection('Look at these, which may be wrong', doubted),
    ...formatSection(
      `Values of ${uses?.column} without a property type`,
      unmapped.map(({ code, description, rows }) => `${rows} × ${code}${description ? `  ${description}` : ''}`),
    ),
    ...formatSection(
      'Columns that are not placed',
      unplaced.map(({ fileId, column }) => `${fileId}: ${column}`),
    ),
  ].join('\n')
}

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0
    ? []
    : ['', `${title} (${lines.length}):`, ...lines.slice(0, maxListed).map((line) => `  ${line}`), ...countRest(lines)]

const countRest = ({ length }: readonly string[]) => (length > maxListed ? [`  and ${length - maxListed} more`] : [])
