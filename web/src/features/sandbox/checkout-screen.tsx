import { type SandboxCheckout, sandbox } from '@dooryard/contract/billing/payments'
// The Mantine styles that this public page needs beyond the shared ones.
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { Box, Button, Flex, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck, FlaskConical, Hourglass, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { formatMoney } from '../../lib/format/format.ts'
import { toSafeRedirect } from '../../lib/navigation/safe-redirect.ts'
import { useTitle } from '../../lib/navigation/use-title.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { LoadFailure, StateView } from '../../ui/feedback/state-view.tsx'
import { formatCardText, formatCheckoutTitle } from './checkout-labels.ts'
import { PayForm } from './pay-form.tsx'

function Frame({ children }: { children: ReactNode }) {
  useTitle('Checkout')
  return (
    <Stack gap={0} mih="calc(100dvh - var(--banner-height, 0px))">
      <Box component="header" bg="var(--mantine-color-warn-light)" c="var(--mantine-color-warn-light-color)">
        <Group component="p" justify="center" gap={6} mih={40} m={0} fz="sm">
          <FlaskConical size={16} aria-hidden="true" />
          <strong>Test mode:</strong> no real money
        </Group>
      </Box>
      <Box
        component="main"
        id="main"
        w="min(100%, 1000px)"
        mx="auto"
        pt={{ base: 24, sm: 'clamp(24px, 7vh, 72px)' }}
        px={{ base: 16, sm: 24 }}
        pb={{ base: 40, sm: 48 }}
      >
        <Box mb={24}>
          <Logo />
        </Box>
        {children}
      </Box>
    </Stack>
  )
}

/** The purchase alongside the payment form; above it on a phone. */
const Columns = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <Flex
    direction={{ base: 'column', sm: 'row' }}
    align={{ base: 'stretch', sm: 'flex-start' }}
    gap={{ base: 32, sm: 64 }}
  >
    <Box flex="1 1 0" miw={0}>
      {left}
    </Box>
    <Box flex={{ base: 'none', sm: '0 1 480px' }} miw={0}>
      {right}
    </Box>
  </Flex>
)

/** A message in place of the form. */
const SinglePanel = ({ children }: { children: ReactNode }) => (
  <Paper withBorder radius="lg">
    <h1 className="visually-hidden">Checkout</h1>
    {children}
  </Paper>
)

const notFoundView = (
  <SinglePanel>
    <StateView
      icon={SearchX}
      title="Checkout not found"
      text="The link may be incomplete, or the purchase has ended."
      action={
        <LinkButton variant="default" to="/portal">
          Go Home
        </LinkButton>
      }
    />
  </SinglePanel>
)

const PriceLine = ({ label, amount, isSum }: { label: string; amount: string; isSum?: boolean }) => (
  <Group
    justify="space-between"
    align="stretch"
    wrap="nowrap"
    gap={16}
    py={8}
    {...(isSum && { mt: 8, pt: 16, fw: 600, style: { borderTop: '1px solid var(--line)' } })}
  >
    <dt>{label}</dt>
    <Box component="dd" m={0}>
      {amount}
    </Box>
  </Group>
)

function Price({ checkout }: { checkout: SandboxCheckout }) {
  const { name, list, discount, total, interval } = checkout
  const unit = interval && (interval === 'YEAR' ? 'year' : 'month')
  return (
    <>
      <Text fz={36} lh="44px" fw={600} lts="-0.025em" mb={16} className="numbers">
        {formatMoney(total)}
        {unit && (
          <Text span c="dimmed" fz="md" fw={400} lts={0}>
            {' '}
            for the first {unit}
          </Text>
        )}
      </Text>
      <Box component="dl" m={0} className="numbers">
        <PriceLine label={unit ? `${name}, one ${unit}` : name} amount={formatMoney(list)} />
        {discount.amount > 0 && (
          <PriceLine label="Coupon" amount={formatMoney({ ...discount, amount: -discount.amount })} />
        )}
        <PriceLine isSum label="Due now" amount={formatMoney(total)} />
      </Box>
      {unit && (
        <Text c="dimmed" fz="sm">
          Then {formatMoney(list)} per {unit}. Cancel anytime.
        </Text>
      )}
    </>
  )
}

/** The purchase, line by line. */
const Summary = ({ checkout }: { checkout: SandboxCheckout }) => (
  <Stack component="section" gap={8} aria-label="What you pay for">
    <Title order={1} c="dimmed" fz={15} lh="24px" fw={500} lts={0}>
      {formatCheckoutTitle(checkout)}
    </Title>
    {checkout.kind === 'PAYMENT_METHOD' ? (
      <Text c="dimmed" fz="sm">
        {formatCardText(checkout)}
      </Text>
    ) : (
      <Price checkout={checkout} />
    )}
  </Stack>
)

type CheckoutProps = { checkout: SandboxCheckout; go: (path: string) => void }

function ClosedCheckout({ checkout, go }: CheckoutProps) {
  const isPaid = checkout.status === 'PAID'
  return (
    <SinglePanel>
      <StateView
        icon={isPaid ? CircleCheck : Hourglass}
        title={isPaid ? 'This is paid' : 'This checkout is no longer open'}
        text={isPaid ? 'There is nothing left to do here.' : 'Nothing was charged. You can start again at any time.'}
        action={
          <Button onClick={() => go(isPaid ? checkout.returnUrl : checkout.cancelUrl)}>
            {isPaid ? 'Continue' : 'Go back'}
          </Button>
        }
      />
    </SinglePanel>
  )
}

const OpenCheckout = ({ checkout, go }: CheckoutProps) => (
  <Columns
    left={<Summary checkout={checkout} />}
    right={
      <PayForm checkout={checkout} onPaid={() => go(checkout.returnUrl)} onCancel={() => go(checkout.cancelUrl)} />
    }
  />
)

function CheckoutSession({ session }: { session: string }) {
  const { data, error, refetch } = useQuery({
    ...buildQuery(sandbox.checkout, { params: { session } }),
    refetchOnWindowFocus: false,
  })
  const router = useRouter()
  // Replaces the history entry, so that going back does not return to a finished purchase.
  const go = (path: string) => void router.navigate({ href: toSafeRedirect(path) ?? '/portal', replace: true })
  if (error && !data) {
    if (isNotFoundError(error)) return notFoundView
    return (
      <SinglePanel>
        <LoadFailure what="This checkout" error={error} onRetry={() => void refetch()} />
      </SinglePanel>
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the checkout">
        <Columns left={<Skeleton height={220} radius="md" />} right={<Skeleton height={420} radius="md" />} />
      </div>
    )
  }
  return data.status === 'OPEN' ? <OpenCheckout checkout={data} go={go} /> : <ClosedCheckout checkout={data} go={go} />
}

/** The demo's payment page: like a payment provider's, with test cards. */
export const CheckoutScreen = ({ session }: { session: string | undefined }) => (
  <Frame>{session ? <CheckoutSession key={session} session={session} /> : notFoundView}</Frame>
)
