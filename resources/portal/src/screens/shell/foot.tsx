import { usePortal } from '../../api/portal'

/** Where the merchant is asked, and what holds here. */
export function Foot() {
  const { supportEmail, termsUrl, privacyUrl } = usePortal().branding
  if (!supportEmail && !termsUrl && !privacyUrl) return null
  return (
    <footer className="foot small">
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {termsUrl && (
        <a href={termsUrl} rel="noreferrer">
          Terms
        </a>
      )}
      {privacyUrl && (
        <a href={privacyUrl} rel="noreferrer">
          Privacy
        </a>
      )}
    </footer>
  )
}
