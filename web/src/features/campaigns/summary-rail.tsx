import type { CreditSetting } from '@dooryard/contract/credits'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type useCount, yoursAlready } from '../../criteria/criteria.data.ts'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import classes from './create-campaign.module.css'

type SummaryRailProps = {
  setting: CreditSetting | undefined
  count: ReturnType<typeof useCount>
  hasAudience: boolean
  children: ReactNode
}

/** That the credits there are do not cover even the smallest order, and how to have more. The draft is kept anyway. */
function TooLittle({ setting, spendable }: { setting: CreditSetting; spendable: number }) {
  const shortfall = setting.creditRequired * setting.minCampaignVolume - spendable
  const { href } = useLocation()
  if (shortfall <= 0) return null
  return (
    <div className={classes.short}>
      <Notice tone="warn">The smallest order needs {plural(shortfall, 'more credit', 'more credits')}.</Notice>
      <LinkButton
        to="/portal/settings/pay-as-you-go"
        search={{ need: shortfall, back: href }}
        variant="default"
        fullWidth
        ignoreBlocker
      >
        Buy {plural(shortfall, 'credit')}
      </LinkButton>
    </div>
  )
}

/** What the campaign comes to so far. */
export function SummaryRail({ setting, count, hasAudience, children }: SummaryRailProps) {
  const { data } = useQuery(me())
  const spendable = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const mailable = hasAudience ? count.data?.mailable : undefined
  const yours = hasAudience ? yoursAlready(count) : undefined
  const all = setting && mailable !== undefined ? setting.creditRequired * mailable : undefined
  return (
    <aside className={classes.rail} aria-label="Summary">
      <Panel title="Summary">
        <div data-stale={count.isPlaceholderData || undefined} className={classes.figures}>
          <Facts
            figures
            facts={[
              { label: 'Type', value: setting?.name ?? unknown },
              { label: 'Price', value: setting ? `${plural(setting.creditRequired, 'credit')} a lead` : unknown },
              { label: 'Smallest order', value: setting ? plural(setting.minCampaignVolume, 'lead') : unknown },
              { label: 'Matches', value: hasAudience ? formatNumber(count.data?.count) : unknown },
              ...(yours ? [{ label: 'Yours already', value: formatNumber(yours) }] : []),
              { label: 'Can be mailed', value: formatNumber(mailable) },
              { label: 'All of them', value: all === undefined ? unknown : plural(all, 'credit') },
              { label: 'You have', value: spendable === undefined ? unknown : plural(spendable, 'credit') },
            ]}
          />
        </div>
        {setting && spendable !== undefined && <TooLittle setting={setting} spendable={spendable} />}
        <p className={classes.free}>Creating a campaign is free. Credits are held when you order.</p>
        {children}
      </Panel>
    </aside>
  )
}
