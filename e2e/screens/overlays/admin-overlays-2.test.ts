import { testOverlays } from '../screens.ts'

testOverlays(['admin'], { part: 2, of: 2 })
