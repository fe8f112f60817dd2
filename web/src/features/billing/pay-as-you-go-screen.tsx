import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { Pack } from '@dooryard/contract/billing/plans'
import { Text } from '@mantine/core'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, formatNumber, formatPerCredit, pluralize } from '../../lib/format/format.ts'
import { findAgreedOrder } from '../../lib/order/agreed-order.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useOptimisticSearchParam } from '../../ui/hooks/hooks.ts'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { usePaymentAccess } from './billing.data.ts'
import { BillingInfoBoundary } from './billing-info-boundary.tsx'
import type { PayAsYouGoSearch } from './billing-search.ts'
import { BuyPanel } from './purchase/buy-panel.tsx'
import { CatalogChoice, CatalogItemName } from './purchase/catalog-cards.tsx'
import { findPackFor, getSavingPercent } from './purchase/pack-rules.ts'
import { getPendingPurchase, type PendingPurchase, parsePortalPath } from './purchase/pending-purchase.ts'
import { PurchaseReturn } from './purchase/purchase-return.tsx'
import { StatText } from './stat-text.tsx'
import { AutoTopUpPanel } from './top-up/auto-top-up-panel.tsx'

function PackTerms({ pack, packs }: { pack: Pack; packs: Pack[] }) {
  const saving = getSavingPercent(pack, packs)
  return (
    <>
      <CatalogItemName>
        {formatNumber(pack.credits)} credits {saving > 0 && <Tag tone="good">Save {saving}%</Tag>}
      </CatalogItemName>
      <StatText value={formatMoney(pack.price)} size={26} span fz="sm" mt="auto">
        once
      </StatText>
      <Text span c="dimmed" fz="sm" lh="20px" className="numbers">
        {formatPerCredit(pack)} a credit
      </Text>
    </>
  )
}

type MissingCreditsProps = { need: number; isPlacedThen: boolean; largestPack: number }

/** The credits that the pending order needs, and whether one pack covers them. */
const MissingCredits = ({ need, isPlacedThen, largestPack }: MissingCreditsProps) => (
  <Notice tone="info">
    Your order needs {pluralize(need, 'more credit', 'more credits')}.{' '}
    {largestPack < need && `The largest pack gives ${formatNumber(largestPack)}, so you need several. `}
    {isPlacedThen ? 'It is placed once they are here.' : 'What you typed there is kept.'}
  </Notice>
)

type PackCatalogProps = {
  info: BillingInfo
  pendingPurchase: PendingPurchase
  onChoose: (choice: Pick<PendingPurchase, 'pack' | 'coupon'>) => void
}

function PackCatalog({ info, pendingPurchase, onChoose }: PackCatalogProps) {
  const { isOff } = usePaymentAccess(info)
  const packs = info.packs.toSorted((one, other) => one.credits - other.credits)
  const pack = packs.find(({ id }) => id === pendingPurchase.pack) ?? findPackFor(pendingPurchase.need ?? 0, packs)
  if (!pack) {
    return (
      <Panel>
        <StateView
          icon={PackageX}
          title="No packs are available"
          text="A plan gives you credits every month."
          action={
            <LinkButton to="/portal/settings/subscription" variant="default">
              See plans
            </LinkButton>
          }
        />
      </Panel>
    )
  }
  const choice = (
    <CatalogChoice
      label="Packs"
      legend="Buy credits once. They never expire."
      items={packs}
      chosen={pack.id}
      onChoose={isOff ? undefined : (id) => onChoose({ pack: id })}
    >
      {(offer) => <PackTerms pack={offer} packs={packs} />}
    </CatalogChoice>
  )
  if (isOff) return choice
  return (
    <>
      {pendingPurchase.need && (
        <MissingCredits
          need={pendingPurchase.need}
          isPlacedThen={pendingPurchase.agreedKey !== undefined}
          largestPack={packs.at(-1)?.credits ?? 0}
        />
      )}
      {choice}
      <BuyPanel
        info={info}
        purchase={{ packId: pack.id }}
        name={pack.name}
        item={{ list: pack.price, credits: pack.credits, isMonthly: false }}
        action={({ total }) => `Buy ${pluralize(pack.credits, 'credit')}, pay ${formatMoney(total)}`}
        code={pendingPurchase.coupon}
        onCode={(code) => onChoose({ coupon: code })}
        pendingPurchase={pendingPurchase}
      />
      <AutoTopUpPanel info={info} packs={packs} />
    </>
  )
}

/** One-time credit packs, and the automatic top-up when credits run low. */
export function PayAsYouGoScreen({ state, onState }: { state: PayAsYouGoSearch; onState: OnTableStateChange }) {
  const { checkout, cancelled, need } = state
  // A cancelled purchase stays selected until the selection changes; after that only the URL decides.
  const [cancelledPurchase, setCancelledPurchase] = useState(() => getPendingPurchase(cancelled))
  const { pack = cancelledPurchase.pack, coupon = cancelledPurchase.coupon } = state
  const updateSearch: OnTableStateChange = (change) => {
    setCancelledPurchase({})
    onState(change, { replace: true })
  }
  const [choice, choose] = useOptimisticSearchParam({ pack, coupon }, updateSearch)
  const backPath = parsePortalPath(state.back)
  const agreedKey = findAgreedOrder(useUser().id, backPath)?.key
  const pendingPurchase = { need, back: backPath, agreedKey, ...choice }
  const clearReturn = ({ need: missing, back, ...chosenItem }: PendingPurchase) => {
    const before: PendingPurchase = cancelled ? {} : chosenItem
    const rest = { need: need ?? missing, back: state.back ?? back }
    const chosen = { pack: choice.pack ?? before.pack, coupon: choice.coupon ?? before.coupon }
    updateSearch({ checkout: undefined, cancelled: undefined, ...rest, ...chosen })
  }
  return (
    <SettingsFrame title="Pay as you go">
      <PurchaseReturn checkout={checkout} cancelled={cancelled} onDone={clearReturn} />
      <BillingInfoBoundary>
        {(info) => (
          <PackCatalog
            info={info}
            pendingPurchase={pendingPurchase}
            onChoose={(change) => choose({ ...choice, ...change })}
          />
        )}
      </BillingInfoBoundary>
    </SettingsFrame>
  )
}
