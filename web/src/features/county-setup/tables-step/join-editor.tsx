import type { JoinCount, SourceProposal } from '@dooryard/contract/data/sources/setup-proposal'
import { type KeyColumns, listKeyColumns, type SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { ActionIcon, Button, Flex, MultiSelect, Pill, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { Equal, Plus, X } from 'lucide-react'
import { formatNumber, formatShare } from '../../../lib/format/format.ts'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type JoinTake, matchLabels, setMatch, setTake, takeLabels, toKeyColumns } from './joins.ts'

type JoinEditorProps = {
  join: SourceJoin
  mainColumns: readonly string[]
  columns: readonly string[]
  name: string
  /** What the proposal found out about this very join from the first rows. */
  found: SourceProposal['joins'][number] | undefined
  /** What the whole files say, once they are counted. */
  counted: JoinCount | undefined
  onChange: (join: SourceJoin) => void
}

const [maxPairs, maxKeyColumns] = [4, 6]
const takes = Object.keys(takeLabels) as JoinTake[] // its own keys
const joinMatches = Object.keys(matchLabels) as (keyof typeof matchLabels)[] // its own keys

type KeySelectProps = {
  label: string
  columns: readonly string[]
  value: KeyColumns
  onChange: (to: KeyColumns) => void
}

/** One column of a key, or several that are put together in the order in which they are chosen. */
function KeySelect({ label, columns, value, onChange }: KeySelectProps) {
  const chosen = listKeyColumns(value)
  return (
    <MultiSelect
      aria-label={label}
      flex={{ sm: 1 }}
      miw={0}
      searchable
      hidePickedOptions
      limit={80}
      maxValues={maxKeyColumns}
      nothingFoundMessage="No columns found"
      data={[...new Set([...columns, ...chosen])]}
      value={chosen}
      onChange={(next) => {
        const key = toKeyColumns(next)
        if (key !== undefined) onChange(key)
      }}
      renderPill={({ value: column, onRemove }) => (
        <Pill
          // A key has at least one column.
          withRemoveButton={chosen.length > 1}
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': `Remove ${column}`, 'aria-hidden': false }}
        >
          {column}
        </Pill>
      )}
    />
  )
}

function KeyPairs({ join, mainColumns, columns, name, onChange }: JoinEditorProps) {
  const change = (at: number, pair: Partial<SourceJoin['on'][number]>) =>
    onChange({ ...join, on: join.on.map((one, other) => (other === at ? { ...one, ...pair } : one)) })
  return (
    <Stack gap={8}>
      {join.on.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no other identity than their place
        <Flex key={at} gap={8} align={{ base: 'stretch', sm: 'center' }} direction={{ base: 'column', sm: 'row' }}>
          <KeySelect
            label={`Columns of the main table, key ${at + 1}`}
            columns={mainColumns}
            value={pair.column}
            onChange={(column) => change(at, { column })}
          />
          <Equal size={16} aria-label="equals" style={{ flex: 'none', alignSelf: 'center' }} />
          <KeySelect
            label={`Columns of ${name}, key ${at + 1}`}
            columns={columns}
            value={pair.equals}
            onChange={(equals) => change(at, { equals })}
          />
          <ActionIcon
            aria-label={`Remove key ${at + 1}`}
            disabled={join.on.length === 1}
            style={{ alignSelf: 'center' }}
            onClick={() => onChange({ ...join, on: join.on.filter((_, other) => other !== at) })}
          >
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </Flex>
      ))}
      {join.on.length < maxPairs && mainColumns[0] !== undefined && columns[0] !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          style={{ alignSelf: 'start' }}
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() =>
            onChange({ ...join, on: [...join.on, { column: mainColumns[0] ?? '', equals: columns[0] ?? '' }] })
          }
        >
          Add a key
        </Button>
      )}
      <Select
        label="Keys are equal when"
        allowDeselect={false}
        data={joinMatches.map((value) => ({ value, label: matchLabels[value] }))}
        value={join.match ?? 'TEXT'}
        onChange={(next) => {
          const match = joinMatches.find((one) => one === next)
          if (match) onChange(setMatch(join, match))
        }}
      />
    </Stack>
  )
}

/** The share of rows with a match: of the first rows as long as the whole files are not counted. */
function MatchedRows({ found, counted }: Pick<JoinEditorProps, 'found' | 'counted'>) {
  if (!counted && !found) return null
  const share = counted ? counted.matchedRows / Math.max(1, counted.rows) : (found?.matched ?? 0)
  const text = counted
    ? `${formatNumber(counted.matchedRows)} of ${formatNumber(counted.rows)} main rows have a match (${formatShare(share)})`
    : `${formatShare(share)} of the first rows have a match`
  return (
    <ShareBar maw={360} parts={[{ share, color: 'var(--accent)' }]}>
      {text}
      {(counted ?? found)?.isUnique ? ', at most one each' : ', some several'}
    </ShareBar>
  )
}

function TakeFields({ join, columns, onChange }: JoinEditorProps) {
  const { take } = join
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12}>
      <Select
        label="If several rows match"
        allowDeselect={false}
        data={takes.map((value) => ({ value, label: takeLabels[value] }))}
        value={take.rows}
        onChange={(next) => {
          const rows = takes.find((one) => one === next)
          if (rows) onChange(setTake(join, rows, columns))
        }}
      />
      {take.rows === 'LATEST' && (
        <Select
          label="Newest by"
          searchable
          allowDeselect={false}
          limit={80}
          data={[...columns]}
          value={take.by}
          onChange={(by) => by && onChange({ ...join, take: { rows: 'LATEST', by } })}
        />
      )}
    </SimpleGrid>
  )
}

/** The keys by which a table is joined, the share of rows they match, and which row is taken. */
export function JoinEditor(props: JoinEditorProps) {
  const { found } = props
  return (
    <Stack gap={16}>
      <div>
        <Text fz={13} fw={500} mb={6}>
          Joined where these are equal. Several columns on one side are put together.
        </Text>
        <KeyPairs {...props} />
      </div>
      <MatchedRows {...props} />
      {found?.doubt && <Notice tone="warn">{found.doubt}</Notice>}
      <TakeFields {...props} />
    </Stack>
  )
}
