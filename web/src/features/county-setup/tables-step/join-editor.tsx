import type { SourceProposal } from '@dooryard/contract/data/sources/setup-proposal'
import type { SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { ActionIcon, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { Equal, Plus, X } from 'lucide-react'
import { formatShare } from '../../../lib/format/format.ts'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type JoinTake, setTake, takeLabels } from './joins.ts'

type JoinEditorProps = {
  join: SourceJoin
  mainColumns: readonly string[]
  columns: readonly string[]
  name: string
  /** What the proposal found out about this very join. */
  found: SourceProposal['joins'][number] | undefined
  onChange: (join: SourceJoin) => void
}

const maxPairs = 4
const takes = Object.keys(takeLabels) as JoinTake[] // its own keys

function KeyPairs({ join, mainColumns, columns, name, onChange }: JoinEditorProps) {
  const change = (at: number, pair: Partial<SourceJoin['on'][number]>) =>
    onChange({ ...join, on: join.on.map((one, other) => (other === at ? { ...one, ...pair } : one)) })
  const select = { searchable: true, allowDeselect: false, limit: 80, flex: 1, nothingFoundMessage: 'No columns found' }
  return (
    <Stack gap={8}>
      {join.on.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no other identity than their place
        <Group key={at} gap={8} wrap="nowrap">
          <Select
            {...select}
            aria-label={`Column of the main table, key ${at + 1}`}
            data={[...mainColumns]}
            value={pair.column}
            onChange={(column) => column && change(at, { column })}
          />
          <Equal size={16} aria-label="equals" style={{ flex: 'none' }} />
          <Select
            {...select}
            aria-label={`Column of ${name}, key ${at + 1}`}
            data={[...columns]}
            value={pair.equals}
            onChange={(equals) => equals && change(at, { equals })}
          />
          <ActionIcon
            aria-label={`Remove key ${at + 1}`}
            disabled={join.on.length === 1}
            onClick={() => onChange({ ...join, on: join.on.filter((_, other) => other !== at) })}
          >
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
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
          Add a key column
        </Button>
      )}
    </Stack>
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
          Joined where these are equal
        </Text>
        <KeyPairs {...props} />
      </div>
      {found && (
        <ShareBar maw={360} parts={[{ share: found.matched, color: 'var(--accent)' }]}>
          {formatShare(found.matched)} of the main rows have a match
          {found.isUnique ? ', at most one each' : ', some several'}
        </ShareBar>
      )}
      {found?.doubt && <Notice tone="warn">{found.doubt}</Notice>}
      <TakeFields {...props} />
    </Stack>
  )
}
