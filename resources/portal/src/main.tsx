import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../../console/src/styles/tokens.css'
import '../../console/src/styles/base.css'
import '../../console/src/styles/controls.css'
import '../../console/src/styles/floating.css'
import '../../console/src/styles/layout.css'
import '../../console/src/styles/entry.css'
import './styles/portal.css'
import { reloadOnceForNewBuild } from '../../console/src/new_build'
import { queryClient } from '../../console/src/query_client'
import { applyChoices } from '../../console/src/ui/kept_choice'
import { Toasts } from '../../console/src/ui/toasts'
import { router } from './routes'

applyChoices()
reloadOnceForNewBuild()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>
)
