import { type SourceDocument, type SourceUses, UseList } from '@dooryard/contract/data/sources/source-document'
import { Select, SimpleGrid } from '@mantine/core'
import { setUseColumn } from './use-rows.ts'

type UseOptionsProps = {
  columns: readonly string[]
  document: SourceDocument
  onChange: (document: SourceDocument) => void
}

const listLabels: Record<UseList, string> = {
  dooryard: 'Property types of Dooryard',
  'florida-dor': 'Florida Department of Revenue',
  'massachusetts-dor': 'Massachusetts Department of Revenue',
  'new-york-orpts': 'New York ORPTS',
  'new-jersey-mod-iv': 'New Jersey MOD-IV',
  'texas-sptd': 'Texas SPTD',
}

const matchLabels: Record<SourceUses['match'], string> = {
  CODE: 'The whole code',
  PREFIX: 'The beginning of the code',
  WORDS: 'Words in the description',
}

const maxShown = 80

/** A column that the file no longer has stays visible until it is changed. */
const withChosen = (columns: readonly string[], chosen: string | undefined) => [
  ...new Set([...columns, ...(chosen === undefined ? [] : [chosen])]),
]

/** The column of the codes; property types can only be read from one. */
export const UseColumn = ({ columns, document, onChange }: UseOptionsProps) => (
  <Select
    label="Column with the use codes"
    description="Each code gets a property type below"
    placeholder="Search columns"
    data={withChosen(columns, document.uses?.column)}
    value={document.uses?.column ?? null}
    onChange={(column) => column !== null && onChange(setUseColumn(document, column))}
    searchable
    allowDeselect={false}
    limit={maxShown}
    nothingFoundMessage="No columns found"
  />
)

type CrosswalkProps = UseOptionsProps & { uses: SourceUses }

/** How codes are matched, the national list for those that are not set here, and what refines them. */
export function UseOptions({ uses, ...shared }: CrosswalkProps) {
  const { columns, document, onChange } = shared
  const { list: _, ...rest } = uses
  const change = (next: SourceUses) => onChange({ ...document, uses: next })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
      <UseColumn {...shared} />
      <RefiningColumn uses={uses} columns={columns} onChange={change} />
      <Select
        label="List of codes"
        description="For codes without a property type of their own below"
        placeholder="None"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the list of codes' }}
        data={UseList.options.map((value) => ({ value, label: listLabels[value] }))}
        value={uses.list ?? null}
        onChange={(next) => {
          const list = UseList.options.find((one) => one === next)
          change({ ...rest, ...(list && { list }) })
        }}
      />
      <Select
        label="Matched by"
        description="How a cell is found among the codes below"
        allowDeselect={false}
        data={(Object.keys(matchLabels) as SourceUses['match'][]).map((value) => ({
          value,
          label: matchLabels[value],
        }))} // its own keys
        value={uses.match}
        onChange={(next) => {
          if (next === 'CODE' || next === 'PREFIX' || next === 'WORDS') change({ ...uses, match: next })
        }}
      />
    </SimpleGrid>
  )
}

type RefiningProps = { uses: SourceUses; columns: readonly string[]; onChange: (uses: SourceUses) => void }

function RefiningColumn({ uses, columns, onChange }: RefiningProps) {
  const { refinedBy, ...rest } = uses
  return (
    <Select
      label="Refining column"
      description="Tells the types of one code apart, where the source document says how"
      placeholder="None"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the refining column' }}
      data={withChosen(columns, refinedBy)}
      value={refinedBy ?? null}
      onChange={(column) => onChange({ ...rest, ...(column !== null && { refinedBy: column }) })}
      searchable
      limit={maxShown}
      nothingFoundMessage="No columns found"
    />
  )
}
