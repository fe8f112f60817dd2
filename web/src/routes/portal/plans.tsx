import { createFileRoute } from '@tanstack/react-router'
import { CatalogScreen } from '../../features/catalog/catalog-screen.tsx'

export const Route = createFileRoute('/portal/plans')({ component: CatalogScreen })
