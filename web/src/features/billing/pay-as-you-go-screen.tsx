import type { BillingInfo } from '@dooryard/contract/billing/billing'
import { customCreditLimits } from '@dooryard/contract/billing/custom-credits'
import type { Pack } from '@dooryard/contract/billing/plans'
import { Text } from '@mantine/core'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, formatNumber, formatPerCredit, pluralize } from '../../lib/format/format.ts'
import { findAgreedOrder, isOrderPlaced } from '../../lib/order/agreed-order.ts'
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
import { buildCustomItem, CustomAmount, customChoice } from './purchase/custom-amount.tsx'
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
        {formatPerCredit(pack)} per credit
      </Text>
    </>
  )
}

type MissingCreditsProps = { need: number; isPlacedThen: boolean }

/** The credits that the pending order needs. */
const MissingCredits = ({ need, isPlacedThen }: MissingCreditsProps) => (
  <Notice tone="info">
    Your order needs {pluralize(need, 'more credit', 'more credits')}.{' '}
    {customCreditLimits.max < need && `You can buy ${formatNumber(customCreditLimits.max)} at once. `}
    {isPlacedThen ? 'We place it as soon as you have them.' : 'Your order is saved.'}
  </Notice>
)

type PackCatalogProps = {
  info: BillingInfo
  pendingPurchase: PendingPurchase
  onChoose: (choice: Pick<PendingPurchase, 'pack' | 'credits' | 'coupon'>) => void
}

const defaultCredits = 1000

/** Any number is chosen if it was typed, or if no pack covers what an order needs. */
function getCustomCredits({ need = 0, pack, credits }: PendingPurchase, packs: readonly Pack[]): number | undefined {
  if (credits !== undefined || pack !== undefined) return credits
  const largest = packs.at(-1)?.credits ?? 0
  return need > largest ? Math.min(need, customCreditLimits.max) : undefined
}

function PackCatalog({ info, pendingPurchase, onChoose }: PackCatalogProps) {
  const { isOff } = usePaymentAccess(info)
  const packs = info.packs.toSorted((one, other) => one.credits - other.credits)
  const pack = packs.find(({ id }) => id === pendingPurchase.pack) ?? findPackFor(pendingPurchase.need ?? 0, packs)
  if (!pack) return noPacks
  const credits = getCustomCredits(pendingPurchase, packs)
  const isCustom = credits !== undefined
  const choose = (id: string) =>
    onChoose(id === customChoice ? { credits: defaultCredits, pack: undefined } : { pack: id, credits: undefined })
  const choice = (
    <CatalogChoice
      label="Packs"
      legend="Buy credits. They never expire."
      items={isOff ? packs : [...packs, { id: customChoice }]}
      chosen={isCustom ? customChoice : pack.id}
      onChoose={isOff ? undefined : choose}
    >
      {(offer) =>
        'price' in offer ? (
          <PackTerms pack={offer} packs={packs} />
        ) : (
          <CustomAmount
            packs={packs}
            credits={credits ?? defaultCredits}
            isChosen={isCustom}
            onCredits={(typed) => onChoose({ credits: typed, pack: undefined })}
          />
        )
      }
    </CatalogChoice>
  )
  if (isOff) return choice
  return (
    <>
      {pendingPurchase.need && (
        <MissingCredits need={pendingPurchase.need} isPlacedThen={pendingPurchase.agreedKey !== undefined} />
      )}
      {choice}
      <PurchasePanel
        info={info}
        pendingPurchase={pendingPurchase}
        purchase={isCustom ? { credits } : { packId: pack.id }}
        item={isCustom ? buildCustomItem(credits, packs) : pack}
        onCode={(coupon) => onChoose({ coupon })}
      />
      <AutoTopUpPanel info={info} packs={packs} />
    </>
  )
}

type PurchasePanelProps = Pick<PackCatalogProps, 'info' | 'pendingPurchase'> & {
  purchase: { packId: string } | { credits: number }
  /** Undefined for a number of credits that cannot be bought, which its field says. */
  item: Pick<Pack, 'credits' | 'price'> | undefined
  onCode: (code: string | undefined) => void
}

const PurchasePanel = ({ info, pendingPurchase, purchase, item, onCode }: PurchasePanelProps) =>
  item && (
    <BuyPanel
      info={info}
      purchase={purchase}
      name={pluralize(item.credits, 'credit')}
      item={{ list: item.price, credits: item.credits }}
      action={({ total }) => `Buy ${pluralize(item.credits, 'credit')} for ${formatMoney(total)}`}
      code={pendingPurchase.coupon}
      onCode={onCode}
      pendingPurchase={pendingPurchase}
    />
  )

const noPacks = (
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

/** One-time credit packs, any number of credits, and the automatic top-up when credits run low. */
export function PayAsYouGoScreen({ state, onState }: { state: PayAsYouGoSearch; onState: OnTableStateChange }) {
  const { id: userId } = useUser()
  const { checkout, cancelled } = state
  // A cancelled purchase stays selected until the selection changes; after that only the URL decides.
  const [cancelledPurchase, setCancelledPurchase] = useState(() => getPendingPurchase(cancelled))
  const { pack = cancelledPurchase.pack, credits = cancelledPurchase.credits } = state
  const coupon = state.coupon ?? cancelledPurchase.coupon
  const updateSearch: OnTableStateChange = (change) => {
    setCancelledPurchase({})
    onState(change, { replace: true })
  }
  const [choice, choose] = useOptimisticSearchParam({ pack, credits, coupon }, updateSearch)
  const backPath = parsePortalPath(state.back)
  const agreedKey = findAgreedOrder(userId, backPath)?.key
  // Back from a placed order leads here with the credits that it lacked before.
  const need = isOrderPlaced(userId, backPath) ? undefined : state.need
  const pendingPurchase = { need, back: backPath, agreedKey, ...choice }
  const clearReturn = ({ need: missing, back, ...chosenItem }: PendingPurchase) => {
    const before: PendingPurchase = cancelled ? {} : chosenItem
    const rest = { need: state.need ?? missing, back: state.back ?? back }
    const { pack: chosenPack = before.pack, credits: chosenCredits = before.credits } = choice
    const chosen = { pack: chosenPack, credits: chosenCredits, coupon: choice.coupon ?? before.coupon }
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
