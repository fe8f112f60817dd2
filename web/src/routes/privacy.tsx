import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../features/legal/legal-screen.tsx'
import { legalDocument } from '../features/legal/privacy.md'

export const Route = createFileRoute('/privacy')({ component: () => <LegalScreen {...legalDocument} /> })
