import { type LetterPreviewQuery, letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { listFieldsWithoutFallback } from '@dooryard/contract/leads/merge-fields'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { ActionIcon, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatOwner } from '../../../entities/lead/lead-labels.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageView } from './page-view.tsx'

type Content = Omit<LetterPreviewQuery, 'lead'>

type LeadStepsProps = { at: number; total: number; owner: string; onMove: (to: number) => void }

const LeadSteps = ({ at, total, owner, onMove }: LeadStepsProps) => (
  <Group gap={4} wrap="nowrap" justify="space-between">
    <ActionIcon aria-label="Previous lead" data-hint="Previous lead" disabled={at <= 1} onClick={() => onMove(at - 1)}>
      <ChevronLeft size={18} aria-hidden="true" />
    </ActionIcon>
    <Text fz="sm" ta="center" truncate aria-live="polite">
      {owner} · {formatNumber(at)} of {formatNumber(total)}
    </Text>
    <ActionIcon aria-label="Next lead" data-hint="Next lead" disabled={at >= total} onClick={() => onMove(at + 1)}>
      <ChevronRight size={18} aria-hidden="true" />
    </ActionIcon>
  </Group>
)

/** The fields of the sender that would print nothing, since the return address lacks them. */
function SenderGaps({ text }: { text: string }) {
  const { data } = useQuery(buildQuery(letterTemplates.sender, {}))
  const sender = data?.sender
  const printed = listFieldsWithoutFallback(text)
  const gaps = (['company', 'phone'] as const).filter(
    (name) => sender?.[name] === '' && printed.includes(`sender.${name}`),
  )
  return gaps.map((name) => (
    <Notice key={name} tone="warn">
      Your return address has no {name}, so <code>{`{{sender.${name}}}`}</code> prints nothing.
    </Notice>
  ))
}

const typingMs = 300

/** The pages of a text for one lead of the user after the other, or for a made-up one before there are any. */
export function LetterPreview({ content }: { content: Content }) {
  const [at, setAt] = useState(1)
  const leads = useQuery(buildLiveQuery(leadBoard.list, { query: { page: at, limit: 1 } }))
  const [settled] = useDebouncedValue(content, typingMs)
  const lead = leads.data?.items[0]
  const ref = lead && { orderId: lead.orderId, propertyId: lead.propertyId }
  const isEmpty = content.text.trim() === ''
  const { data, error: failure } = useQuery({
    ...buildLiveQuery(letterTemplates.preview, { body: { ...settled, ...(ref && { lead: ref }) } }),
    enabled: settled.text.trim() !== '' && leads.data !== undefined,
    retry: false,
  })
  const error = leads.data ? failure : leads.error
  const total = leads.data?.totalCount ?? 0
  const countPages = data?.pages.length ?? 0
  const isPostcard = content.kind === 'POSTCARD'
  return (
    <Stack gap={12}>
      {lead ? (
        <LeadSteps at={at} total={total} owner={formatOwner(lead)} onMove={setAt} />
      ) : (
        leads.data && <Notice tone="info">You have no leads yet, so this shows a made-up one.</Notice>
      )}
      {data && !data.hasSender && <Notice tone="warn">Add your return address: this one is made up.</Notice>}
      <SenderGaps text={`${content.text} ${content.backText}`} />
      {error && <Notice tone="bad">{getErrorMessage(error)}</Notice>}
      {!error && !isEmpty && countPages > 1 && !isPostcard && (
        <Notice tone="warn">This letter needs {countPages} sheets. Shorten it to print one.</Notice>
      )}
      {isEmpty ? (
        <Text c="dimmed" fz="sm">
          Write something to see it on paper.
        </Text>
      ) : data ? (
        data.pages.map((page, place) => (
          <PageView
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
            key={place}
            page={page}
            label={isPostcard ? (place === 0 ? 'Front' : 'Back') : `Sheet ${place + 1}`}
          />
        ))
      ) : (
        !error && <Skeleton height={480} radius="sm" />
      )}
      {!isPostcard && !isEmpty && (
        <Text fz="xs" c="dimmed">
          The dashed outline is what the window of a #10 envelope shows. It is not printed.
        </Text>
      )}
    </Stack>
  )
}
