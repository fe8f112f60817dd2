import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { CountedUse, SetupUses } from '@dooryard/contract/data/sources/setup-proposal'
import type { SourceDocument, SourceUses, Use } from '@dooryard/contract/data/sources/source-document'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatNumber, formatShare, pluralize } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { EmptyNote } from '../../../ui/feedback/state-view.tsx'
import { proposalQuery } from '../county-setup.data.ts'
import { LostColumns } from '../document/lost-columns.tsx'
import { CodeList } from './code-list.tsx'
import { UseColumn, UseOptions } from './use-options.tsx'
import { applyUses, listColumnNames, setUses } from './use-rows.ts'
import { UseSelect } from './use-select.tsx'

type UsesStepProps = { setup: CountySetup; document: SourceDocument; onChange: (document: SourceDocument) => void }
type UsesProps = Pick<UsesStepProps, 'document' | 'onChange'> & { uses: SourceUses }

type LeftProps = { left: readonly CountedUse[]; onUse: (codes: readonly CountedUse[], use: Use | undefined) => void }

const SetLeft = ({ left, onUse }: LeftProps) => (
  <UseSelect
    label="Property type of all that are left"
    placeholder={`Set all ${formatNumber(left.length)} that are left`}
    value={null}
    onChange={(use) => use && onUse(left, use)}
  />
)

function Codes({ uses, counted, document, onChange }: UsesProps & { counted: SetupUses }) {
  const { rows, mappedRows, isWhole, unlisted } = counted
  const codes = counted.codes.toSorted((one, other) => other.rows - one.rows)
  // Codes stay where they are while the column is open, so that none moves away under the pointer.
  const [openFirst] = useState(() => new Set(codes.filter(({ use }) => use === null).map(({ code }) => code)))
  const unmapped = codes.filter(({ code }) => openFirst.has(code))
  const mapped = codes.filter(({ code }) => !openFirst.has(code))
  const left = codes.filter(({ use }) => use === null)
  const set = (some: readonly CountedUse[], use: Use | undefined) =>
    onChange({ ...document, uses: setUses(uses, some, use) })
  if (codes.length === 0)
    return <EmptyNote>The first rows have no value in this column. The check reads all.</EmptyNote>
  const share = rows === 0 ? 1 : mappedRows / rows
  return (
    <Stack gap={16}>
      <ShareBar maw={420} parts={[{ share, color: 'var(--accent)' }]}>
        {isWhole && unlisted.rows > 0 && 'At least '}
        {formatShare(share)} of the rows have a property type, counted in {isWhole ? 'all' : 'the first'}{' '}
        {formatNumber(rows)} with a code
      </ShareBar>
      {!isWhole && (
        <Text c="dimmed" fz="sm">
          Further codes can follow in later rows. The check counts all rows, and then they are shown here.
        </Text>
      )}
      {unmapped.length > 0 && (
        <Panel
          title={left.length > 0 ? 'Without a property type' : 'Property types set now'}
          aside={left.length > 1 && <SetLeft left={left} onUse={set} />}
          flush
        >
          <CodeList label="Codes without a property type" rows={unmapped} onUse={(row, use) => set([row], use)} />
        </Panel>
      )}
      {mapped.length > 0 && (
        <Panel
          title="With a property type"
          aside={
            unmapped.length === 0 && left.length > 1 ? (
              <SetLeft left={left} onUse={set} />
            ) : (
              <Text c="dimmed" fz="sm" className="numbers">
                {formatNumber(mapped.length)}
              </Text>
            )
          }
          flush
        >
          <CodeList label="Codes with a property type" rows={mapped} onUse={(row, use) => set([row], use)} />
        </Panel>
      )}
      {unlisted.codes > 0 && (
        <Text c="dimmed" fz="sm">
          {pluralize(unlisted.codes, 'further code')} with {pluralize(unlisted.rows, 'row')}{' '}
          {unlisted.codes === 1 ? 'is' : 'are'} not listed. So many codes can mean that another column has the property
          types.
        </Text>
      )}
    </Stack>
  )
}

/** The codes of the column as the server counts and resolves them; what was just chosen is shown until it answers. */
function CountedUses({ setup, ...shared }: UsesProps & { setup: CountySetup }) {
  const { document, uses } = shared
  const result = useQuery({
    ...buildLiveQuery(countySetups.uses, { params: { id: setup.id }, body: { document } }),
    // Each change is a key of its own, and none is asked for again.
    ...{ gcTime: 60_000, staleTime: 60_000, retry: false },
  })
  const toShown = (counted: SetupUses) => (result.isPlaceholderData ? applyUses(counted, uses) : counted)
  return (
    <QueryContent what="The use codes" result={result} loading={420}>
      {(counted) => <Codes {...shared} counted={toShown(counted)} />}
    </QueryContent>
  )
}

/** The fourth step: the county's use codes and what each is here. */
export function UsesStep({ setup, document, onChange }: UsesStepProps) {
  const { uses } = document
  const shared = { document, onChange }
  const columns = listColumnNames(setup, document)
  const { data: proposal } = useQuery(proposalQuery(setup.id))
  const read = uses ? [uses.column, uses.refinedBy].filter((column) => column !== undefined) : []
  return (
    <Stack gap={16}>
      <LostColumns proposal={proposal} isShown={({ place }) => place === 'USES'} read={read} />
      <Panel title="Property types">
        {uses ? (
          <UseOptions {...shared} columns={columns} uses={uses} />
        ) : (
          <Stack gap={16} maw={420}>
            <Text c="dimmed" fz="sm">
              No column has use codes, so property types stay unknown. Choose one if there is any.
            </Text>
            <UseColumn {...shared} columns={columns} />
          </Stack>
        )}
      </Panel>
      {uses && (
        <CountedUses key={`${uses.column} ${uses.list ?? ''} ${uses.match}`} setup={setup} {...shared} uses={uses} />
      )}
    </Stack>
  )
}
