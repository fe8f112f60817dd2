import { type MailingPreview, mailingExclusions } from '@dooryard/contract/leads/letters'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'

type Counts = Pick<MailingPreview, 'recipients' | 'excluded'>

export const countExcluded = ({ excluded }: Pick<Counts, 'excluded'>): number =>
  excluded.reduce((sum, { leads }) => sum + leads, 0)

/** The recipients, and the leads that are excluded, by reason. */
export const CountsByReason = ({ recipients, excluded }: Counts) => (
  <DescriptionList
    items={[
      { label: 'Recipients', value: <strong className="numbers">{formatNumber(recipients)}</strong> },
      ...excluded.map(({ reason, leads }) => ({
        label: mailingExclusions.label(reason),
        value: <span className="numbers">{formatNumber(leads)} excluded</span>,
      })),
    ]}
  />
)

/** A day without a time is the same day everywhere. */
export const SentTag = ({ sentOn }: { sentOn: string | null }) =>
  sentOn ? <Tag tone="good">{formatDay(`${sentOn}T12:00:00.000Z`)}</Tag> : <Tag tone="plain">Not sent</Tag>
