import type { SandboxCheckout } from '@dooryard/contract/payments'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck, FlaskConical, Hourglass, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMissing } from '../../lib/errors.ts'
import { safeRedirect } from '../../lib/safe-redirect.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { checkoutOf } from './checkout.data.ts'
import classes from './checkout.module.css'
import './checkout-styles.ts'
import { PayForm } from './pay-form.tsx'
import { Summary } from './summary.tsx'

function Frame({ children }: { children: ReactNode }) {
  useTitle('Checkout')
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <p className={classes.test}>
          <FlaskConical size={16} aria-hidden="true" />
          <strong>Test mode:</strong> no real money
        </p>
      </header>
      <main id="main" className={classes.main}>
        <div className={classes.brand}>
          <Logo />
        </div>
        {children}
      </main>
    </div>
  )
}

/** Something instead of a form. */
const Single = ({ children }: { children: ReactNode }) => <div className={classes.single}>{children}</div>

const nowhere = (
  <Single>
    <h1 className="visually-hidden">Checkout</h1>
    <StateView
      icon={SearchX}
      title="There is no such checkout"
      text="The link may be cut short, or the purchase is long over."
      action={
        <LinkButton variant="default" to="/portal">
          Go Home
        </LinkButton>
      }
    />
  </Single>
)

type ReadyProps = { checkout: SandboxCheckout; go: (path: string) => void }

function Over({ checkout, go }: ReadyProps) {
  const isPaid = checkout.status === 'PAID'
  return (
    <Single>
      <h1 className="visually-hidden">Checkout</h1>
      <StateView
        icon={isPaid ? CircleCheck : Hourglass}
        title={isPaid ? 'This is paid' : 'This checkout is no longer open'}
        text={isPaid ? 'There is nothing left to do here.' : 'Nothing was charged. You can start again at any time.'}
        action={
          <Button onClick={() => go(isPaid ? checkout.returnUrl : checkout.cancelUrl)}>
            {isPaid ? 'Go on' : 'Go back'}
          </Button>
        }
      />
    </Single>
  )
}

function Open({ checkout, go }: ReadyProps) {
  return (
    <div className={classes.columns}>
      <Summary checkout={checkout} />
      <PayForm checkout={checkout} onPaid={() => go(checkout.returnUrl)} onCancel={() => go(checkout.cancelUrl)} />
    </div>
  )
}

function Session({ session }: { session: string }) {
  const { data, error, refetch } = useQuery({ ...checkoutOf(session), refetchOnWindowFocus: false })
  const router = useRouter()
  // Whoever goes back from there is not led to a purchase that is over.
  const go = (path: string) => void router.navigate({ href: safeRedirect(path) ?? '/portal', replace: true })
  if (error && !data) {
    if (isMissing(error)) return nowhere
    return (
      <Single>
        <h1 className="visually-hidden">Checkout</h1>
        <LoadFailure what="This checkout" error={error} onRetry={() => void refetch()} />
      </Single>
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the checkout" className={classes.columns}>
        <Skeleton height={220} radius="md" />
        <Skeleton height={420} radius="md" />
      </div>
    )
  }
  return data.status === 'OPEN' ? <Open checkout={data} go={go} /> : <Over checkout={data} go={go} />
}

/** Where purchases of a demo are paid for: as on the page of a payment provider, with cards that are none. */
export function CheckoutScreen({ session }: { session: string | undefined }) {
  return <Frame>{session ? <Session key={session} session={session} /> : nowhere}</Frame>
}
