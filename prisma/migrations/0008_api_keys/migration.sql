-- Keys of integrations. Of a key fog_<id>_<secret>, only the SHA-256 of the secret is stored.
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "company_id" TEXT,
    "name" TEXT,
    "scopes" TEXT[],
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);
