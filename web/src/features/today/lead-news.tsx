import { leadStages } from '@dooryard/contract/api/enums'
import {
  type LeadChanges,
  maxValueAgeDays,
  minValueChange,
  type RevaluedLead,
  type SoldLead,
  valueKinds,
} from '@dooryard/contract/leads/lead-changes'
import { Button, Center, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatStreetLine } from '../../lib/format/address.ts'
import { formatDay, formatDollars, formatNumber, formatTenths, toLowerFirst } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { Nothing } from './news-panels.tsx'
import { leadChangesQuery } from './today.data.ts'
import classes from './today.module.css'
import { useLeadLink } from './use-lead-link.ts'

type ChangedLeadProps = { lead: SoldLead | RevaluedLead; about: string; children: ReactNode }

function ChangedLead({ lead, about, children }: ChangedLeadProps) {
  const link = useLeadLink()(lead)
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <Link {...link}>{formatStreetLine(lead)}</Link>
        <span>
          {leadStages.label(lead.stage)} · {about}
        </span>
      </div>
      {children}
    </li>
  )
}

const Sold = ({ lead }: { lead: SoldLead }) => (
  <ChangedLead lead={lead} about={`sold ${formatDay(lead.soldOn)}`}>
    <Text span fz="sm" className="numbers">
      {formatDollars(lead.price)}
    </Text>
  </ChangedLead>
)

/** `market value, 2027`; the date of the dataset where no year is known. */
function describeValue({ kind, valueYear, recordedOn }: RevaluedLead): string {
  const when = valueYear ?? (recordedOn && formatDay(recordedOn))
  return [toLowerFirst(valueKinds.label(kind)), when].filter(Boolean).join(', ')
}

function Revalued({ lead }: { lead: RevaluedLead }) {
  const { valueAtDelivery: before, value } = lead
  return (
    <ChangedLead lead={lead} about={describeValue(lead)}>
      <div className={classes.values}>
        <span>
          <span className="visually-hidden">From </span>
          {formatDollars(before)} <span aria-hidden="true">→</span> <span className="visually-hidden">to </span>
          {formatDollars(value)}
        </span>
        <span>
          {value > before ? 'Up' : 'Down'} {formatTenths((Math.abs(value - before) / before) * 100)}%
        </span>
      </div>
    </ChangedLead>
  )
}

const shownAtFirst = 5

type ChangesProps<Lead> = {
  title: string
  leads: readonly Lead[]
  total: number
  /** Names those that are listed of more: `latest sales`. */
  listed: string
  children: (lead: Lead) => ReactNode
}

function Changes<Lead extends SoldLead | RevaluedLead>({ title, leads, total, listed, children }: ChangesProps<Lead>) {
  const [showsAll, setShowsAll] = useState(false)
  const section = useRef<HTMLElement>(null)
  if (leads.length === 0) return null
  const shown = showsAll ? leads : leads.slice(0, shownAtFirst)
  const showAll = () => {
    flushSync(() => setShowsAll(true))
    // The button is gone, and the focus would go with it.
    section.current?.querySelectorAll('a')[shownAtFirst]?.focus()
  }
  return (
    <section ref={section} aria-label={title}>
      <h3 className={classes.group}>
        {title} ({formatNumber(total)})
      </h3>
      <PlainList>
        {shown.map((lead) => (
          <Fragment key={`${lead.orderId} ${lead.propertyId}`}>{children(lead)}</Fragment>
        ))}
      </PlainList>
      {shown.length < leads.length && (
        <Center p={8}>
          <Button size="xs" variant="subtle" onClick={showAll}>
            {total > leads.length ? `Show the ${leads.length} ${listed}` : `Show all ${total}`}
          </Button>
        </Center>
      )}
    </section>
  )
}

const Lists = ({ sold, soldCount, revalued, revaluedCount }: LeadChanges) => (
  <>
    <Changes title="Sold" leads={sold} total={soldCount} listed="latest sales">
      {(lead) => <Sold lead={lead} />}
    </Changes>
    <Changes title="Value changed" leads={revalued} total={revaluedCount} listed="largest changes">
      {(lead) => <Revalued lead={lead} />}
    </Changes>
  </>
)

const noChanges =
  'No new sales of your leads in the last year, and ' +
  `no county value changed by ${minValueChange * 100}% or more in the last ${maxValueAgeDays} days.`

/** What happened to the properties of the leads since they were delivered. */
export const LeadNews = () => (
  <Panel title="Changes to your leads" flush>
    <QueryContent what="The changes to your leads" result={useQuery(leadChangesQuery())} loading={120}>
      {(changes) =>
        // The counts include leads of orders that were deleted meanwhile, which are not listed.
        changes.sold.length + changes.revalued.length === 0 ? <Nothing>{noChanges}</Nothing> : <Lists {...changes} />
      }
    </QueryContent>
  </Panel>
)
