import type { Buyer } from '@dooryard/contract/properties/buyers'
import { MaskedText } from '../../../criteria/owners/masked-text.tsx'
import { formatName } from './buyer-formats.ts'

/** The name of a buyer, masked until it is purchased or revealed. */
export const BuyerName = ({ buyer }: { buyer: Buyer }) => {
  const [name] = buyer.names
  return buyer.isOwnerMasked && name ? <MaskedText what="Buyer" text={name} /> : formatName(buyer)
}
