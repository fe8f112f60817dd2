import { createFileRoute } from '@tanstack/react-router'
import { RefundPolicyScreen } from '../features/legal/refund-policy-screen.tsx'

export const Route = createFileRoute('/refund-policy')({ component: RefundPolicyScreen })
