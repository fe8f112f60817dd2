import type { Coupon } from '@dooryard/contract/billing/coupons'
import { Button } from '@mantine/core'
import { Check, Link2 } from 'lucide-react'
import { buildShareLink } from '../../lib/session/shared-coupon.ts'
import { useCopy } from '../../ui/display/copy-button.tsx'

/** A link that opens the registration with the coupon, which is offered at checkout. */
export function ShareLink({ code }: Pick<Coupon, 'code'>) {
  const { copy, isCopied } = useCopy()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={isCopied ? <Check size={14} aria-hidden="true" /> : <Link2 size={14} aria-hidden="true" />}
      aria-label={isCopied ? undefined : `Copy share link of ${code}`}
      onClick={() => copy(buildShareLink(code))}
    >
      {isCopied ? 'Copied' : 'Copy share link'}
    </Button>
  )
}
