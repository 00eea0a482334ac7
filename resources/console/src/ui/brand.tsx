export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--accent-fill)" />
        <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
          <circle cx="11.5" cy="16" r="4.6" />
          <path d="M16.1 16h9.4M22 16v4" />
        </g>
      </svg>
      Latchkey
    </span>
  )
}
