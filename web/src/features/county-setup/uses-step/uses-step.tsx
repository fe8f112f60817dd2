import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import {
  type SourceDocument,
  type SourceUses,
  type Use,
  UseList,
} from '@dooryard/contract/data/sources/source-document'
import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatShare } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { EmptyNote } from '../../../ui/feedback/state-view.tsx'
import { checkQuery, proposalQuery } from '../county-setup.data.ts'
import { CodeList } from './code-list.tsx'
import { type CountedCode, getMappedShare, listUseRows, mergeCodes, setUses } from './use-rows.ts'
import { UseSelect } from './use-select.tsx'

type UsesStepProps = { setup: CountySetup; document: SourceDocument; onChange: (document: SourceDocument) => void }
type UsesProps = Pick<UsesStepProps, 'document' | 'onChange'> & { uses: SourceUses; codes: readonly CountedCode[] }

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

/** How codes are matched, and the national list for those that are not set here. */
function UseOptions({ uses, document, onChange }: Omit<UsesProps, 'codes'>) {
  const { list: _, ...rest } = uses
  const change = (next: SourceUses) => onChange({ ...document, uses: next })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
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
        description={`Column ${uses.column}`}
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

function Codes({ uses, codes, document, onChange }: UsesProps) {
  const rows = listUseRows(codes, uses)
  // Codes stay where they are while the step is open, so that none moves away under the pointer.
  const [openFirst] = useState(() => new Set(rows.filter(({ use }) => use === null).map(({ code }) => code)))
  const unmapped = rows.filter(({ code }) => openFirst.has(code))
  const mapped = rows.filter(({ code }) => !openFirst.has(code))
  const set = (some: readonly CountedCode[], use: Use | undefined) =>
    onChange({ ...document, uses: setUses(uses, some, use) })
  const share = getMappedShare(rows)
  const left = unmapped.filter(({ use }) => use === null)
  return (
    <>
      <Panel title="Property types">
        <Stack gap={16}>
          <ShareBar maw={420} parts={[{ share, color: 'var(--accent)' }]}>
            {formatShare(share)} of the rows have a property type
          </ShareBar>
          <UseOptions uses={uses} document={document} onChange={onChange} />
        </Stack>
      </Panel>
      {unmapped.length > 0 && (
        <Panel
          title="Without a property type"
          aside={
            left.length > 1 ? (
              <UseSelect
                label="Property type of all that are left"
                placeholder={`Set all ${formatNumber(left.length)} that are left`}
                value={null}
                onChange={(use) => set(left, use)}
              />
            ) : undefined
          }
          flush
        >
          <CodeList label="Codes without a property type" rows={unmapped} onUse={(row, use) => set([row], use)} />
        </Panel>
      )}
      <Panel
        title="With a property type"
        aside={
          <Text c="dimmed" fz="sm" className="numbers">
            {formatNumber(mapped.length)}
          </Text>
        }
        flush
      >
        <CodeList label="Codes with a property type" rows={mapped} onUse={(row, use) => set([row], use)} />
      </Panel>
    </>
  )
}

const toUnplaced = (report: CheckReport | null | undefined): CountedCode[] =>
  report?.unplacedUses.flatMap(({ code, description, rows }) =>
    code === null ? [] : { code, description, rows, use: null },
  ) ?? []

/** The fourth step: the county's use codes and what each is here. */
export function UsesStep({ setup, document, onChange }: UsesStepProps) {
  const proposal = useQuery(proposalQuery(setup.id))
  const { data: check } = useQuery({ ...checkQuery(setup.id), enabled: setup.check?.status === 'DONE' })
  const { uses } = document
  if (!uses) {
    return (
      <EmptyNote>
        No column has use codes, so property types stay unknown. Set the field “Use code” in the columns if there is
        one.
      </EmptyNote>
    )
  }
  return (
    <QueryContent what="The use codes" result={proposal} loading={420}>
      {(found) => (
        <Stack gap={16}>
          <Codes
            uses={uses}
            codes={mergeCodes(found.uses?.codes ?? [], toUnplaced(check?.report))}
            document={document}
            onChange={onChange}
          />
        </Stack>
      )}
    </QueryContent>
  )
}
