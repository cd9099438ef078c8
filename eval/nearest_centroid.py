"""Classifies the vectors of a file by scikit-learn's NearestCentroid; prints the shares that get their own
class, by metric, one for each split, as JSON. Vectors are as they are, not brought to one length."""

import json
import sys
import warnings

from sklearn.feature_extraction import DictVectorizer
from sklearn.neighbors import NearestCentroid

# A word that all training documents of a class have equally often is no fault.
warnings.filterwarnings("ignore", message="self.within_class_std_dev_")

with open(sys.argv[1], encoding="utf-8") as file:
    samples = [json.loads(line) for line in file]
vectors = DictVectorizer(sparse=True).fit_transform([each["terms"] for each in samples]) / 2**16
classes = [each["class"] for each in samples]
shares = {"cosine": [], "euclidean": []}
for split in range(len(samples[0]["tests"])):
    test = [place for place, each in enumerate(samples) if each["tests"][split]]
    train = [place for place, each in enumerate(samples) if not each["tests"][split]]
    for metric, found in shares.items():
        train_vectors, test_vectors = vectors[train], vectors[test]
        model = NearestCentroid(metric="euclidean")
        model.fit(train_vectors, [classes[place] for place in train])
        if metric == "cosine":
            # scikit-learn has offered no metric "cosine" since 1.5; this is the cosine of its centroids.
            lengths = (model.centroids_**2).sum(axis=1, keepdims=True) ** 0.5
            scores = test_vectors @ (model.centroids_ / lengths).T
            labels = model.classes_[scores.argmax(axis=1)]
        else:
            labels = model.predict(test_vectors)
        right = sum(label == classes[place] for label, place in zip(labels, test))
        found.append(right / len(test))
print(json.dumps(shares))
