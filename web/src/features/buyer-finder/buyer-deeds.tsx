import type { Buyer } from '@dooryard/contract/buyers'
import { Link } from '@tanstack/react-router'
import { Deed, Deeds } from '../../criteria/deeds.tsx'
import { deedInWords, type Purchase } from './buyer-words.ts'

type PurchaseProps = { deed: Purchase; propertyIds: string[]; isBefore: boolean; isActive: boolean }

function PurchaseDeed({ deed, propertyIds, isBefore, isActive }: PurchaseProps) {
  const { address, town, seller, details, source } = deedInWords(deed)
  return (
    <Deed
      deed={deed}
      notes={[isBefore ? 'Before the look-back: it shows the resale and is not counted' : undefined, source]}
      isActive={isActive}
    >
      <p>
        <Link to="/portal/lead-finder" search={{ criteria: { only: { propertyIds } }, property: deed.propertyId }}>
          {address}
        </Link>
        {town && `, ${town}`}
      </p>
      {seller && <p>{seller}</p>}
      {details && <p>{details}</p>}
    </Deed>
  )
}

type BuyerDeedsProps = {
  buyer: Buyer
  since: string
  active: string | undefined
  onActive: (index: string | undefined) => void
}

/** The deeds that prove what is said of a buyer. Each address opens its property among all of theirs here. */
export function BuyerDeeds({ buyer, since, active, onActive }: BuyerDeedsProps) {
  const propertyIds = [...new Set(buyer.transfers.map(({ propertyId }) => propertyId))]
  const indexOf = (target: EventTarget) => {
    const item = target instanceof Element ? target.closest('li') : null
    return item ? String([...(item.parentElement?.children ?? [])].indexOf(item)) : undefined
  }
  return (
    <Deeds
      onPointerOver={({ target }) => onActive(indexOf(target))}
      onPointerLeave={() => onActive(undefined)}
      onFocus={({ target }) => onActive(indexOf(target))}
      onBlur={() => onActive(undefined)}
    >
      {buyer.transfers.map((deed, index) => (
        <PurchaseDeed
          // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
          key={index}
          deed={deed}
          propertyIds={propertyIds}
          isBefore={deed.recordedOn < since}
          isActive={active === String(index)}
        />
      ))}
    </Deeds>
  )
}
