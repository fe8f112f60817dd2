import type { ContactsOverview } from '@dooryard/contract/contacts'
import { contactReuseDays } from '@dooryard/contract/limits'
import { formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ProgressBar } from '../../ui/upload/upload-list.tsx'
import classes from './contacts.module.css'

type Vendor = NonNullable<ContactsOverview['vendor']>

function State({ vendor: { state, pausedUntil } }: { vendor: Vendor }) {
  if (state === 'WORKING') return <Tag tone="good">Working</Tag>
  if (state === 'FAILING') return <Tag tone="warn">Failing</Tag>
  return <Tag tone="bad">{pausedUntil ? `Paused until ${formatDayAndTime(pausedUntil)}` : 'Paused'}</Tag>
}

function Today({ vendor: { askedToday, dailyLimit } }: { vendor: Vendor }) {
  const words = `${formatNumber(askedToday)} of ${plural(dailyLimit, 'owner')}`
  const share = Math.min(1, askedToday / Math.max(1, dailyLimit))
  return <ProgressBar share={share} label="Asked today" words={words} />
}

/** Who is asked for the contacts that no file has, and how that goes. */
export function VendorPanel({ vendor }: Pick<ContactsOverview, 'vendor'>) {
  if (!vendor) {
    return (
      <Panel title="Vendor">
        <p className={classes.none}>
          Contacts come from files alone. No vendor is set up to be asked for owners that no file has.
        </p>
      </Panel>
    )
  }
  const kept = `${plural(vendor.keptOwners, 'owner')}, each for ${contactReuseDays} days`
  return (
    <Panel title="Vendor" aside={<State vendor={vendor} />}>
      <Facts
        facts={[
          { label: 'Name', value: vendor.name },
          { label: 'Asked today', value: <Today vendor={vendor} /> },
          { label: 'Answers kept', value: kept },
          ...(vendor.lastError ? [{ label: 'Last error', value: vendor.lastError }] : []),
        ]}
      />
    </Panel>
  )
}
