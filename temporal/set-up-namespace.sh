#!/bin/sh
# Creates the namespace with its retention and registers the search attributes. A repeat changes nothing.
# Reads TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, as the CLI itself does, and RUN_RETENTION_HOURS. Needs the CLI `temporal`.
set -eu

namespace=${TEMPORAL_NAMESPACE:-default}
hours=${RUN_RETENTION_HOURS:-24}
# Closed workflows outlive their runs by a day, so that the product's own sweep comes first; part of an hour counts as one.
retention=$((${hours%%.*} + 25))h

try() {
  left=$1
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      "$@"
      return 1
    fi
    sleep 2
  done
}

try 60 temporal operator cluster health

if temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1; then
  temporal operator namespace update --namespace "$namespace" --retention "$retention"
else
  temporal operator namespace create --namespace "$namespace" --retention "$retention"
fi

# A new namespace is known everywhere after some ten seconds, a new attribute after a minute at most.
try 30 temporal operator search-attribute list --namespace "$namespace"
known=$(temporal operator search-attribute list --namespace "$namespace")
for name in RunStatus RunKind RunSource GateKind; do
  if echo "$known" | grep -qw "$name"; then
    echo "$name is registered"
  else
    temporal operator search-attribute create --namespace "$namespace" --name "$name" --type Keyword
  fi
done
try 60 temporal workflow count --namespace "$namespace" --query 'RunStatus = "" OR RunKind = "" OR RunSource = "" OR GateKind = ""'
echo "Namespace $namespace is ready; closed workflows are kept $retention."
