import { testOverlays } from '../screens.ts'

testOverlays(['enterprise'], { part: 2, of: 2 })
